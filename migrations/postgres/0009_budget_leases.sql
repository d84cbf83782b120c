CREATE TABLE "budget_leases" (
	"node" text NOT NULL,
	"campaign_id" integer NOT NULL,
	"unit" text NOT NULL,
	"free" bigint NOT NULL,
	"held" bigint NOT NULL,
	"billed" bigint NOT NULL,
	"expected" bigint NOT NULL,
	"chance" double precision NOT NULL,
	CONSTRAINT "budget_leases_key" PRIMARY KEY("campaign_id","node")
);
--> statement-breakpoint
CREATE TABLE "budget_nodes" (
	"node" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"heard_at" timestamp with time zone NOT NULL,
	"counted_to" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "budget_leases" ADD CONSTRAINT "budget_leases_node_budget_nodes_node_fk" FOREIGN KEY ("node") REFERENCES "public"."budget_nodes"("node") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "budget_leases_node_index" ON "budget_leases" USING btree ("node");