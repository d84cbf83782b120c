CREATE TABLE "hit_claims" (
	"node" text NOT NULL,
	"file" text NOT NULL,
	"lane" smallint NOT NULL,
	"hits" "bytea" NOT NULL,
	"counted" "bytea",
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hit_claims_key" PRIMARY KEY("node","file","lane")
);
--> statement-breakpoint
CREATE TABLE "hit_lanes" (
	"lane" smallint PRIMARY KEY NOT NULL,
	"node" text,
	"epoch" integer DEFAULT 0 NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"pruned_to" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"lane" smallint NOT NULL,
	"last_hour" integer NOT NULL,
	"hits" "bytea" NOT NULL,
	"decided_in" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installations" (
	"slot" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"id" text NOT NULL,
	"secret_mark" text NOT NULL,
	"facts_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "worker_nodes" (
	"node" text PRIMARY KEY NOT NULL,
	"run" text NOT NULL,
	"version" text NOT NULL,
	"facts" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unread_since" bigint NOT NULL,
	"left_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "hit_claims_open_index" ON "hit_claims" USING btree ("lane") WHERE counted is null;--> statement-breakpoint
CREATE INDEX "hit_log_lane_index" ON "hit_log" USING btree ("lane","id");