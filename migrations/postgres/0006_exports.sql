CREATE TABLE "report_export_chunks" (
	"export_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"place" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "report_export_chunks_key" PRIMARY KEY("export_id","attempt","place")
);
--> statement-breakpoint
CREATE TABLE "report_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"demand_id" integer,
	"name" text NOT NULL,
	"is_ivt" boolean NOT NULL,
	"request" jsonb NOT NULL,
	"format" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"error" text,
	"row_count" bigint DEFAULT 0 NOT NULL,
	"byte_count" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"runner" text,
	"alive_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_reports" ADD COLUMN "export_id" integer;--> statement-breakpoint
ALTER TABLE "report_export_chunks" ADD CONSTRAINT "report_export_chunks_export_id_report_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."report_exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_exports" ADD CONSTRAINT "report_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_exports_user_id_index" ON "report_exports" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "report_exports_state_index" ON "report_exports" USING btree ("state","demand_id");--> statement-breakpoint
ALTER TABLE "saved_reports" ADD CONSTRAINT "saved_reports_export_id_report_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."report_exports"("id") ON DELETE cascade ON UPDATE no action;