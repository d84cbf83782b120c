CREATE TABLE "finance_settlements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "finance_settlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"month" text NOT NULL,
	"kind" text NOT NULL,
	"partner_id" integer NOT NULL,
	"type" text NOT NULL,
	"amount" bigint NOT NULL,
	"settled_on" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"corrects" integer,
	"user_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"vendor" text NOT NULL,
	"file_name" text NOT NULL,
	"lines" integer NOT NULL,
	"imps" bigint NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"user_id" integer,
	"is_finished" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_stops" (
	"report_id" integer NOT NULL,
	"address" text NOT NULL,
	"stopped_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_stops_key" PRIMARY KEY("report_id","address")
);
--> statement-breakpoint
CREATE TABLE "report_deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"kind" text NOT NULL,
	"user_id" integer,
	"address" text,
	"state" text NOT NULL,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"runner" text,
	"taken_at" timestamp with time zone,
	"handed_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "report_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"schedule_id" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"is_manual" boolean NOT NULL,
	"is_late" boolean NOT NULL,
	"missed" integer NOT NULL,
	"start_date" text NOT NULL,
	"end_date" text NOT NULL,
	"offset" integer NOT NULL,
	"export_id" integer,
	"state" text NOT NULL,
	"error" text,
	"row_count" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "report_runs_schedule_id_due_at_key" UNIQUE("schedule_id","due_at")
);
--> statement-breakpoint
CREATE TABLE "report_schedules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"report_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"repeats" text NOT NULL,
	"week_days" jsonb NOT NULL,
	"month_day" integer,
	"time" text NOT NULL,
	"zone" text NOT NULL,
	"start_date" text,
	"end_date" text,
	"format" text NOT NULL,
	"colleague_ids" jsonb NOT NULL,
	"emails" jsonb NOT NULL,
	"email_form" text NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"paused_because" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_due" timestamp with time zone,
	"is_over" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_schedules_report_id_unique" UNIQUE("report_id")
);
--> statement-breakpoint
CREATE TABLE "report_shares" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_shares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"report_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"views" integer DEFAULT 0 NOT NULL,
	"last_view_at" timestamp with time zone,
	CONSTRAINT "report_shares_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "advertisers" ADD COLUMN "payment_terms" text DEFAULT '30' NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisers" ADD COLUMN "discrepancy_factor" integer;--> statement-breakpoint
ALTER TABLE "subpublishers" ADD COLUMN "payment_terms" text DEFAULT '30' NOT NULL;--> statement-breakpoint
ALTER TABLE "report_exports" ADD COLUMN "totals" jsonb;--> statement-breakpoint
ALTER TABLE "report_exports" ADD COLUMN "expected_rows" integer;--> statement-breakpoint
ALTER TABLE "saved_reports" ADD COLUMN "sender_id" integer;--> statement-breakpoint
ALTER TABLE "saved_reports" ADD COLUMN "seen_as" jsonb;--> statement-breakpoint
ALTER TABLE "saved_reports" ADD COLUMN "view" jsonb;--> statement-breakpoint
ALTER TABLE "finance_settlements" ADD CONSTRAINT "finance_settlements_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_imports" ADD CONSTRAINT "scan_imports_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_stops" ADD CONSTRAINT "mail_stops_report_id_saved_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."saved_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_run_id_report_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."report_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_runs" ADD CONSTRAINT "report_runs_schedule_id_report_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."report_schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_runs" ADD CONSTRAINT "report_runs_export_id_report_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."report_exports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_report_id_saved_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."saved_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_report_id_saved_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."saved_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "finance_settlements_corrects_unique" ON "finance_settlements" USING btree ("corrects");--> statement-breakpoint
CREATE INDEX "finance_settlements_item_index" ON "finance_settlements" USING btree ("demand_id","kind","month");--> statement-breakpoint
CREATE INDEX "scan_imports_account_index" ON "scan_imports" USING btree ("demand_id","id");--> statement-breakpoint
CREATE INDEX "report_deliveries_run_id_index" ON "report_deliveries" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "report_deliveries_state_index" ON "report_deliveries" USING btree ("state","next_at");--> statement-breakpoint
CREATE INDEX "report_runs_state_index" ON "report_runs" USING btree ("state");--> statement-breakpoint
CREATE INDEX "report_runs_export_id_index" ON "report_runs" USING btree ("export_id");--> statement-breakpoint
CREATE INDEX "report_schedules_user_id_index" ON "report_schedules" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "report_schedules_next_due_index" ON "report_schedules" USING btree ("next_due");--> statement-breakpoint
CREATE INDEX "report_shares_report_id_index" ON "report_shares" USING btree ("report_id","id");--> statement-breakpoint
ALTER TABLE "saved_reports" ADD CONSTRAINT "saved_reports_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;