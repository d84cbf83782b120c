CREATE TABLE "past_rows" (
	"until" bigint PRIMARY KEY NOT NULL,
	"entity" text NOT NULL,
	"row_id" integer NOT NULL,
	"demand_id" integer NOT NULL,
	"before" json,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "watches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"kind" text NOT NULL,
	"object" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "floor_mode" text DEFAULT 'static' NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "floor_uplift" integer DEFAULT 5000 NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "floor_max" bigint;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "pod_slots" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "pod_duration" integer;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "optimize_by" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "optimize_minutes" text DEFAULT '60' NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "dedupe_creatives" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "dedupe_advertisers" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "dedupe_categories" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "postbid_pix" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "postbid_wh" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "learned_floors" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "postbid_rests_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "snapshot_version" ADD COLUMN "history_from" bigint;--> statement-breakpoint
ALTER TABLE "subpublishers" ADD COLUMN "domain" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "postbid_pix" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "postbid_wh" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "waterfall_rows" ADD COLUMN "place" integer;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "past_rows_account_index" ON "past_rows" USING btree ("demand_id","until");--> statement-breakpoint
CREATE INDEX "past_rows_at_index" ON "past_rows" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "watches_object_unique" ON "watches" USING btree ("demand_id","kind","object");