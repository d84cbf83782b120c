CREATE TABLE "advertisers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "advertisers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "advertisers_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"uid" text NOT NULL,
	"subpublisher_id" integer,
	"environment" text DEFAULT 'web' NOT NULL,
	"cost_model" text DEFAULT 'inherit' NOT NULL,
	"cost_share" integer DEFAULT 7000 NOT NULL,
	"cost_cpm" bigint DEFAULT 0 NOT NULL,
	"floor" bigint DEFAULT 0 NOT NULL,
	"answer_version" text DEFAULT 'auto' NOT NULL,
	"timeout_ms" integer DEFAULT 1500 NOT NULL,
	"parallel_calls" integer DEFAULT 3 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channels_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "demands" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "demands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"uid" text NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"timezone" integer DEFAULT 0 NOT NULL,
	"price_req" bigint DEFAULT 0 NOT NULL,
	"price_imp" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"version" bigint PRIMARY KEY NOT NULL,
	"entity" text NOT NULL,
	"row_id" integer NOT NULL,
	"row" json,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshot_version" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "snapshot_version_single" CHECK ("snapshot_version"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "subpublishers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subpublishers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"cost_model" text DEFAULT 'share' NOT NULL,
	"cost_share" integer DEFAULT 7000 NOT NULL,
	"cost_cpm" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subpublishers_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"uid" text NOT NULL,
	"advertiser_id" integer NOT NULL,
	"source" text DEFAULT 'url' NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"handling" text DEFAULT 'unwrap' NOT NULL,
	"vast_xml" text DEFAULT '' NOT NULL,
	"timeout_ms" integer DEFAULT 1000 NOT NULL,
	"rate_model" text DEFAULT 'fixed' NOT NULL,
	"rate" bigint DEFAULT 0 NOT NULL,
	"floor" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tags_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"login" text NOT NULL,
	"password_hash" text NOT NULL,
	"type" text NOT NULL,
	"demand_id" integer,
	"subpublisher_id" integer,
	"advertiser_id" integer,
	"timezone" integer DEFAULT 0 NOT NULL,
	"is_super" boolean DEFAULT false NOT NULL,
	"last_login_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waterfall_rows" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waterfall_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"channel_id" integer NOT NULL,
	"tag_id" integer NOT NULL,
	"tier" integer DEFAULT 1 NOT NULL,
	"weight" integer DEFAULT 50 NOT NULL,
	"floor" bigint,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waterfall_rows_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
ALTER TABLE "advertisers" ADD CONSTRAINT "advertisers_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_subpublisher_id_key" FOREIGN KEY ("demand_id","subpublisher_id") REFERENCES "public"."subpublishers"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subpublishers" ADD CONSTRAINT "subpublishers_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_advertiser_id_key" FOREIGN KEY ("demand_id","advertiser_id") REFERENCES "public"."advertisers"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_subpublisher_id_key" FOREIGN KEY ("demand_id","subpublisher_id") REFERENCES "public"."subpublishers"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_advertiser_id_key" FOREIGN KEY ("demand_id","advertiser_id") REFERENCES "public"."advertisers"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waterfall_rows" ADD CONSTRAINT "waterfall_rows_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waterfall_rows" ADD CONSTRAINT "waterfall_rows_channel_id_key" FOREIGN KEY ("demand_id","channel_id") REFERENCES "public"."channels"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waterfall_rows" ADD CONSTRAINT "waterfall_rows_tag_id_key" FOREIGN KEY ("demand_id","tag_id") REFERENCES "public"."tags"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "advertisers_name_unique" ON "advertisers" USING btree ("demand_id",lower("name")) WHERE "advertisers"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "channels_name_unique" ON "channels" USING btree ("demand_id",lower("name")) WHERE "channels"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "channels_uid_unique" ON "channels" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "channels_subpublisher_id_index" ON "channels" USING btree ("subpublisher_id");--> statement-breakpoint
CREATE UNIQUE INDEX "demands_name_unique" ON "demands" USING btree (lower("name")) WHERE "demands"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "demands_uid_unique" ON "demands" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "login_attempts_resets_at_index" ON "login_attempts" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "outbox_at_index" ON "outbox" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subpublishers_name_unique" ON "subpublishers" USING btree ("demand_id",lower("name")) WHERE "subpublishers"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name_unique" ON "tags" USING btree ("demand_id",lower("name")) WHERE "tags"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "tags_uid_unique" ON "tags" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "tags_advertiser_id_index" ON "tags" USING btree ("advertiser_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_login_unique" ON "users" USING btree (lower("login")) WHERE "users"."status" <> 2;--> statement-breakpoint
CREATE INDEX "users_demand_id_index" ON "users" USING btree ("demand_id");--> statement-breakpoint
CREATE INDEX "users_subpublisher_id_index" ON "users" USING btree ("subpublisher_id");--> statement-breakpoint
CREATE INDEX "users_advertiser_id_index" ON "users" USING btree ("advertiser_id");--> statement-breakpoint
CREATE INDEX "waterfall_rows_channel_id_index" ON "waterfall_rows" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "waterfall_rows_tag_id_index" ON "waterfall_rows" USING btree ("tag_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waterfall_rows_channel_id_tag_id_unique" ON "waterfall_rows" USING btree ("channel_id","tag_id");