CREATE TABLE "finance_adjustments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "finance_adjustments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"month" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"carried_from" text,
	"user_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "finance_closings" (
	"demand_id" integer NOT NULL,
	"month" text NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"user_id" integer,
	"record" json NOT NULL,
	CONSTRAINT "finance_closings_key" PRIMARY KEY("demand_id","month")
);
--> statement-breakpoint
CREATE TABLE "finance_invoices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "finance_invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"demand_id" integer NOT NULL,
	"month" text NOT NULL,
	"total" bigint NOT NULL,
	"document" json NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"user_id" integer,
	"sent_at" timestamp with time zone,
	"corrects" integer
);
--> statement-breakpoint
CREATE TABLE "finance_payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "finance_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"invoice_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"paid_on" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"user_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "finance_settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"tax_id" text DEFAULT '' NOT NULL,
	"bank" text DEFAULT '' NOT NULL,
	"prefix" text DEFAULT 'INV-' NOT NULL,
	"net_days" integer DEFAULT 30 NOT NULL,
	"tax_rate" integer,
	"next_sequence" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "finance_settings_single" CHECK ("finance_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "partner_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "partner_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"digest" text NOT NULL,
	"lines" integer NOT NULL,
	"user_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_numbers" (
	"demand_id" integer NOT NULL,
	"kind" text NOT NULL,
	"object_id" integer NOT NULL,
	"day" date NOT NULL,
	"file_id" integer NOT NULL,
	"imps" bigint NOT NULL,
	"revenue" bigint,
	"clicks" bigint,
	"reqs" bigint,
	CONSTRAINT "partner_numbers_key" PRIMARY KEY("demand_id","kind","object_id","day")
);
--> statement-breakpoint
CREATE TABLE "price_plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"price_req" bigint NOT NULL,
	"price_imp" bigint NOT NULL,
	"price_dsp" integer NOT NULL,
	"price_postbid" bigint NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"user_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "finance_adjustments" ADD CONSTRAINT "finance_adjustments_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finance_closings" ADD CONSTRAINT "finance_closings_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finance_invoices" ADD CONSTRAINT "finance_invoices_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finance_payments" ADD CONSTRAINT "finance_payments_invoice_id_finance_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."finance_invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_files" ADD CONSTRAINT "partner_files_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_numbers" ADD CONSTRAINT "partner_numbers_file_id_partner_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."partner_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_plans" ADD CONSTRAINT "price_plans_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "finance_adjustments_month_index" ON "finance_adjustments" USING btree ("month","demand_id");--> statement-breakpoint
CREATE INDEX "finance_adjustments_carried_index" ON "finance_adjustments" USING btree ("demand_id","carried_from");--> statement-breakpoint
CREATE UNIQUE INDEX "finance_invoices_sequence_unique" ON "finance_invoices" USING btree ("sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "finance_invoices_corrects_unique" ON "finance_invoices" USING btree ("corrects");--> statement-breakpoint
CREATE INDEX "finance_invoices_month_index" ON "finance_invoices" USING btree ("month","demand_id");--> statement-breakpoint
CREATE INDEX "finance_payments_invoice_index" ON "finance_payments" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "partner_files_account_index" ON "partner_files" USING btree ("demand_id","kind");--> statement-breakpoint
CREATE INDEX "partner_numbers_file_index" ON "partner_numbers" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "price_plans_due_index" ON "price_plans" USING btree ("valid_from");--> statement-breakpoint
CREATE UNIQUE INDEX "price_plans_start_unique" ON "price_plans" USING btree ("demand_id","valid_from") WHERE "price_plans"."withdrawn_at" is null;