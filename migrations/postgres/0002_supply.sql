CREATE TABLE "change_sets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"demand_id" integer,
	"user_id" integer,
	"undone_by" bigint
);
--> statement-breakpoint
CREATE TABLE "list_member_changes" (
	"entry" bigint NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"is_added" boolean NOT NULL,
	"added_by" bigint NOT NULL,
	CONSTRAINT "list_member_changes_key" PRIMARY KEY("entry","value")
);
--> statement-breakpoint
CREATE TABLE "list_members" (
	"list_kind" smallint NOT NULL,
	"list_id" integer NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"added_by" bigint NOT NULL,
	CONSTRAINT "list_members_key" PRIMARY KEY("list_kind","list_id","value")
);
--> statement-breakpoint
CREATE TABLE "sdk_configs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sdk_configs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"sdk_app_id" integer NOT NULL,
	"content" jsonb DEFAULT '{"logLevel":"warn","cacheMb":50,"endpoints":{"ads":true,"events":true},"minSupportedSdk":"","forceOff":false,"privacy":{"gdpr":false,"ccpa":false,"coppa":false},"testDevices":[]}'::jsonb NOT NULL,
	"percent" integer DEFAULT 10000 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"published_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sdk_configs_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "sdk_placements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sdk_placements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"uid" text NOT NULL,
	"sdk_app_id" integer NOT NULL,
	"channel_id" integer NOT NULL,
	"format" text DEFAULT 'instream' NOT NULL,
	"timeout_ms" integer DEFAULT 5000 NOT NULL,
	"width" integer,
	"height" integer,
	"refresh_s" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sdk_placements_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisers" ADD COLUMN "targeting_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisers" ADD COLUMN "app_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisers" ADD COLUMN "pub_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisers" ADD COLUMN "cre_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisers" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisers" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "app_lists" ADD COLUMN "kind" text DEFAULT 'bundle' NOT NULL;--> statement-breakpoint
ALTER TABLE "app_lists" ADD COLUMN "members_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "app_lists" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "batch" bigint;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "reqs_per_day" integer;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "imps_per_day" integer;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "capped_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "targeting_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "app_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "pub_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "cre_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "ivt_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "cre_lists" ADD COLUMN "members_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cre_lists" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ivts" ADD COLUMN "scope" text DEFAULT 'attached' NOT NULL;--> statement-breakpoint
ALTER TABLE "ivts" ADD COLUMN "environments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "ivts" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "ivts" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "ivts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "pub_lists" ADD COLUMN "members_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pub_lists" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sdk_apps" ADD COLUMN "previous_uid" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sdk_apps" ADD COLUMN "previous_uid_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sdk_apps" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "subpublishers" ADD COLUMN "targeting_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subpublishers" ADD COLUMN "app_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subpublishers" ADD COLUMN "pub_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subpublishers" ADD COLUMN "cre_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subpublishers" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "subpublishers" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "imps_per_day" integer;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "imps_total" integer;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "spend_per_day" bigint;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "capped_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "targeting_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "app_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "pub_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "cre_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "ivt_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "summary" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_us_states" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "regions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_regions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "cities" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_cities" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "postal_codes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_postal_codes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "dmas" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_dmas" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "areas" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_areas" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "unknown_geography" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_devices" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_operating_systems" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "families" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_families" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "languages" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_languages" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "device_id" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "user_id" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "unknown_devices" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "environments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_environments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "app_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_app_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "pub_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_pub_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "cre_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_cre_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "schain_max_nodes" integer;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "schain_complete" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "direct_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "unknown_origins" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "connections" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_connections" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "carriers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_carriers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "unknown_network" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "player_sizes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_player_sizes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "placements" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_placements" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "positions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_positions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "skippable" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "unknown_player" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "genres" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_genres" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "ratings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_ratings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "channel_names" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_channel_names" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "network_names" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_network_names" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "livestream" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "key_values" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "excluded_key_values" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "unknown_content" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "gdpr" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "consent" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "us_privacy" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "gpp" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "gpc" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "coppa" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "limited_tracking" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "unknown_privacy" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "hours" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "targetings" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tooltips" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "waterfall_rows" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sdk_configs" ADD CONSTRAINT "sdk_configs_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sdk_configs" ADD CONSTRAINT "sdk_configs_sdk_app_id_key" FOREIGN KEY ("demand_id","sdk_app_id") REFERENCES "public"."sdk_apps"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sdk_placements" ADD CONSTRAINT "sdk_placements_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sdk_placements" ADD CONSTRAINT "sdk_placements_sdk_app_id_key" FOREIGN KEY ("demand_id","sdk_app_id") REFERENCES "public"."sdk_apps"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sdk_placements" ADD CONSTRAINT "sdk_placements_channel_id_key" FOREIGN KEY ("demand_id","channel_id") REFERENCES "public"."channels"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sdk_configs_sdk_app_id_index" ON "sdk_configs" USING btree ("sdk_app_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sdk_configs_sdk_app_id_name_unique" ON "sdk_configs" USING btree ("sdk_app_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "sdk_placements_uid_unique" ON "sdk_placements" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "sdk_placements_sdk_app_id_index" ON "sdk_placements" USING btree ("sdk_app_id");--> statement-breakpoint
CREATE INDEX "sdk_placements_channel_id_index" ON "sdk_placements" USING btree ("channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sdk_placements_sdk_app_id_name_unique" ON "sdk_placements" USING btree ("sdk_app_id","name");--> statement-breakpoint
CREATE INDEX "changes_batch_index" ON "changes" USING btree ("batch");--> statement-breakpoint
INSERT INTO "list_members" ("list_kind", "list_id", "value", "added_by")
SELECT DISTINCT 1, "id", lower(btrim("item")), 0 FROM "app_lists", jsonb_array_elements_text("items") AS "item" WHERE btrim("item") <> '';
--> statement-breakpoint
INSERT INTO "list_members" ("list_kind", "list_id", "value", "added_by")
SELECT DISTINCT 2, "id", CASE WHEN btrim("item") ~* '^(https?:)?//'
  THEN lower(substring(btrim("item") from '(?i)^(?:https?:)?//(?:[^/?#@]*@)?([^/?#:]+)'))
    || regexp_replace(regexp_replace(coalesce(substring(btrim("item") from '(?i)^(?:https?:)?//[^/?#]*([^?#]*)'), ''), ';[^/]*', '', 'g'), '/{2,}', '/', 'g')
  ELSE btrim("item") END, 0
FROM "cre_lists", jsonb_array_elements_text("items") AS "item" WHERE btrim("item") <> '';
--> statement-breakpoint
INSERT INTO "list_members" ("list_kind", "list_id", "value", "added_by")
SELECT DISTINCT 3, "id", btrim("item"), 0 FROM "pub_lists", jsonb_array_elements_text("items") AS "item" WHERE btrim("item") <> '';
--> statement-breakpoint
CREATE TABLE "list_digests" AS
SELECT "list_kind", "list_id", "n"::integer AS "members",
  lpad(to_hex(("a" - CASE WHEN "a" > 9223372036854775807 THEN 18446744073709551616 ELSE 0 END)::bigint), 16, '0')
    || lpad(to_hex(("b" - CASE WHEN "b" > 9223372036854775807 THEN 18446744073709551616 ELSE 0 END)::bigint), 16, '0') AS "digest"
FROM (
  SELECT "list_kind", "list_id", count(*) AS "n",
    mod(mod(sum(hashtextextended("value", 0)), 18446744073709551616) + 18446744073709551616, 18446744073709551616) AS "a",
    mod(mod(sum(hashtextextended("value", 1)), 18446744073709551616) + 18446744073709551616, 18446744073709551616) AS "b"
  FROM "list_members" GROUP BY "list_kind", "list_id"
) "sums";
--> statement-breakpoint
UPDATE "app_lists" SET "members_hash" = "digest", "app_count" = "members" FROM "list_digests" WHERE "list_kind" = 1 AND "list_id" = "id";
--> statement-breakpoint
UPDATE "cre_lists" SET "members_hash" = "digest", "cre_count" = "members" FROM "list_digests" WHERE "list_kind" = 2 AND "list_id" = "id";
--> statement-breakpoint
UPDATE "pub_lists" SET "members_hash" = "digest", "pub_count" = "members" FROM "list_digests" WHERE "list_kind" = 3 AND "list_id" = "id";
--> statement-breakpoint
DROP TABLE "list_digests";
--> statement-breakpoint
UPDATE "snapshot_version" SET "version" = "version" + 1;
--> statement-breakpoint
ALTER TABLE "app_lists" DROP COLUMN "items";--> statement-breakpoint
ALTER TABLE "cre_lists" DROP COLUMN "items";--> statement-breakpoint
ALTER TABLE "pub_lists" DROP COLUMN "items";