CREATE TABLE "alert_mutes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_mutes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"entity" text NOT NULL,
	"object_id" integer NOT NULL,
	"cause" text NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp with time zone,
	"muted_by" text NOT NULL,
	"muted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ads_txt_files" ADD COLUMN "lost" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_mutes" ADD CONSTRAINT "alert_mutes_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_mutes_object_unique" ON "alert_mutes" USING btree ("entity","object_id","cause");--> statement-breakpoint
CREATE INDEX "alert_mutes_demand_id_index" ON "alert_mutes" USING btree ("demand_id");