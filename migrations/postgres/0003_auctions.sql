CREATE TABLE "ads_txt_apps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ads_txt_apps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"bundle" text NOT NULL,
	"store_url" text DEFAULT '' NOT NULL,
	"publisher_domain" text DEFAULT '' NOT NULL,
	"developer_url" text DEFAULT '' NOT NULL,
	"hosts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"outcome" text DEFAULT '' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"wanted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ads_txt_files" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ads_txt_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"host" text NOT NULL,
	"state" text DEFAULT 'unread' NOT NULL,
	"sellers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"partners" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"subdomains" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"systems" text DEFAULT '' NOT NULL,
	"read_at" timestamp with time zone,
	"outcome" text DEFAULT '' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"wanted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "exchange_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text DEFAULT '' NOT NULL,
	"currency" text NOT NULL,
	"per_usd" bigint NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "min_margin" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "are_deals_first" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "min_duration" integer;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "max_duration" integer;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "blocked_adomains" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "blocked_categories" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "schain_mode" text DEFAULT 'append' NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "is_ads_txt_enforced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "qps" integer;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "check_i_v_t" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "integration" text DEFAULT 'VAST' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "endpoint" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "rtb_version" text DEFAULT '2.6' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "is_gzipped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "seats" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "sync_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "gvl_id" integer;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "partner" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "partner_params" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "media_types" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "auction_type" text DEFAULT 'first' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "marketplace_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "limits" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "qps" integer;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "freq_imps" integer;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "freq_hours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "freq_by" text DEFAULT 'device' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "check_i_v_t" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "pace" integer DEFAULT 10000 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "ads_txt_apps_bundle_unique" ON "ads_txt_apps" USING btree ("bundle");--> statement-breakpoint
CREATE INDEX "ads_txt_apps_due_at_index" ON "ads_txt_apps" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ads_txt_files_host_unique" ON "ads_txt_files" USING btree ("kind","host");--> statement-breakpoint
CREATE INDEX "ads_txt_files_due_at_index" ON "ads_txt_files" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "exchange_rates_currency_unique" ON "exchange_rates" USING btree (lower("currency")) WHERE "exchange_rates"."status" <> 2;