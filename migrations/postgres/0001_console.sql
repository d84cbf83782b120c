CREATE TABLE "adexchanges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "adexchanges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"uid" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "adexchanges_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"demand_id" integer PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_tokens_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "app_lists" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "app_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"mode" text DEFAULT 'block' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"app_count" integer DEFAULT 0 NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_lists_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "campaigns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"advertiser_id" integer NOT NULL,
	"start_date" date,
	"end_date" date,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaigns_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"demand_id" integer,
	"user_id" integer,
	"admin_id" integer,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"row_id" integer,
	"name" text DEFAULT '' NOT NULL,
	"fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"request_id" text DEFAULT '' NOT NULL,
	"revert_of" bigint
);
--> statement-breakpoint
CREATE TABLE "cre_lists" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cre_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"mode" text DEFAULT 'block' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"cre_count" integer DEFAULT 0 NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cre_lists_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "creatives" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "creatives_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"advertiser_id" integer NOT NULL,
	"click_url" text DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "creatives_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "deals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"deal_id" text NOT NULL,
	"supplier_id" integer,
	"floor" bigint DEFAULT 0 NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deals_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "ivts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ivts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"vendor" text DEFAULT 'custom' NOT NULL,
	"event" text DEFAULT 'impression' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"percent" integer DEFAULT 10000 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ivts_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "platform_config" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"postbid_max_imps" bigint DEFAULT 0 NOT NULL,
	"postbid_max_reps" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "platform_config_single" CHECK ("platform_config"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "pub_lists" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pub_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"mode" text DEFAULT 'block' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"pub_count" integer DEFAULT 0 NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pub_lists_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "saved_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	"is_ivt" boolean DEFAULT false NOT NULL,
	"request" jsonb NOT NULL,
	"rows" json,
	"file" text,
	"row_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"demand_id" integer,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sdk_apps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sdk_apps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"uid" text NOT NULL,
	"platform" text DEFAULT 'android' NOT NULL,
	"bundle" text NOT NULL,
	"store_url" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sdk_apps_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "suppliers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"uid" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppliers_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "targetings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "targetings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"countries" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"excluded_countries" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"us_states" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"devices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"operating_systems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"categories" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"excluded_categories" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "targetings_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "tooltips" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tooltips_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "advertisers" ADD COLUMN "contacts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "company_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "contact_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "contact_expired" date;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "domain" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "price_dsp" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "price_postbid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "show_dsp" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "show_postbid_pix" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "show_postbid_wh" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "show_check_i_v_t" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "show_system_cost" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "max_tags" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "max_channels" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "postbid_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "set_postbid_all" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "set_check_i_v_t_all" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "block_i_v_t" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "del_old_creatives" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "contacts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "sellers_json" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "tag_params" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "admin_id" integer;--> statement-breakpoint
ALTER TABLE "subpublishers" ADD COLUMN "sellers_json" jsonb DEFAULT '{"type":"INTERMEDIARY","name":"","id":"","status":0,"confidential":0}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subpublishers" ADD COLUMN "contacts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "manager_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "manager_role" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "scope_advertiser_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "scope_subpublisher_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "contacts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD CONSTRAINT "adexchanges_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_lists" ADD CONSTRAINT "app_lists_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_advertiser_id_key" FOREIGN KEY ("demand_id","advertiser_id") REFERENCES "public"."advertisers"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cre_lists" ADD CONSTRAINT "cre_lists_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creatives" ADD CONSTRAINT "creatives_advertiser_id_key" FOREIGN KEY ("demand_id","advertiser_id") REFERENCES "public"."advertisers"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_supplier_id_key" FOREIGN KEY ("demand_id","supplier_id") REFERENCES "public"."suppliers"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ivts" ADD CONSTRAINT "ivts_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pub_lists" ADD CONSTRAINT "pub_lists_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_reports" ADD CONSTRAINT "saved_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sdk_apps" ADD CONSTRAINT "sdk_apps_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "targetings" ADD CONSTRAINT "targetings_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "adexchanges_name_unique" ON "adexchanges" USING btree ("demand_id",lower("name")) WHERE "adexchanges"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "adexchanges_uid_unique" ON "adexchanges" USING btree ("uid");--> statement-breakpoint
CREATE UNIQUE INDEX "app_lists_name_unique" ON "app_lists" USING btree ("demand_id",lower("name")) WHERE "app_lists"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_name_unique" ON "campaigns" USING btree ("demand_id",lower("name")) WHERE "campaigns"."status" <> 2;--> statement-breakpoint
CREATE INDEX "campaigns_advertiser_id_index" ON "campaigns" USING btree ("advertiser_id");--> statement-breakpoint
CREATE INDEX "changes_demand_id_index" ON "changes" USING btree ("demand_id","id");--> statement-breakpoint
CREATE INDEX "changes_row_index" ON "changes" USING btree ("entity","row_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "cre_lists_name_unique" ON "cre_lists" USING btree ("demand_id",lower("name")) WHERE "cre_lists"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "creatives_name_unique" ON "creatives" USING btree ("demand_id",lower("name")) WHERE "creatives"."status" <> 2;--> statement-breakpoint
CREATE INDEX "creatives_advertiser_id_index" ON "creatives" USING btree ("advertiser_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deals_name_unique" ON "deals" USING btree ("demand_id",lower("name")) WHERE "deals"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "deals_deal_id_unique" ON "deals" USING btree ("demand_id",lower("deal_id")) WHERE "deals"."status" <> 2;--> statement-breakpoint
CREATE INDEX "deals_supplier_id_index" ON "deals" USING btree ("supplier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ivts_name_unique" ON "ivts" USING btree ("demand_id",lower("name")) WHERE "ivts"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "pub_lists_name_unique" ON "pub_lists" USING btree ("demand_id",lower("name")) WHERE "pub_lists"."status" <> 2;--> statement-breakpoint
CREATE INDEX "saved_reports_user_id_index" ON "saved_reports" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name_unique" ON "saved_views" USING btree ("user_id","page",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "sdk_apps_name_unique" ON "sdk_apps" USING btree ("demand_id",lower("name")) WHERE "sdk_apps"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "sdk_apps_uid_unique" ON "sdk_apps" USING btree ("uid");--> statement-breakpoint
CREATE UNIQUE INDEX "sdk_apps_demand_id_platform_bundle_unique" ON "sdk_apps" USING btree ("demand_id","platform","bundle");--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_name_unique" ON "suppliers" USING btree ("demand_id",lower("name")) WHERE "suppliers"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_uid_unique" ON "suppliers" USING btree ("uid");--> statement-breakpoint
CREATE UNIQUE INDEX "targetings_name_unique" ON "targetings" USING btree ("demand_id",lower("name")) WHERE "targetings"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "tooltips_name_unique" ON "tooltips" USING btree (lower("name")) WHERE "tooltips"."status" <> 2;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_manager_id_key" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_manager_id_index" ON "users" USING btree ("manager_id");