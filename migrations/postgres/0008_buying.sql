DROP INDEX "deals_deal_id_unique";--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "endpoint" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "rtb_version" text DEFAULT '2.6' NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "is_gzipped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "timeout_ms" integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "media_types" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "seats" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "sync_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "gvl_id" integer;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "supplier_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "qps" integer;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "needs_device_id" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "check_i_v_t" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "margin" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "floor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "auction_type" text DEFAULT 'first' NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "spend_per_day" bigint;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "blocked_adomains" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "blocked_categories" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "blocked_creatives" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "capped_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "targeting_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "app_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "pub_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "cre_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "ivt_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "type" text DEFAULT 'video' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "budget_by" text DEFAULT 'spend' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "spend_total" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "spend_per_day" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "spend_per_hour" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "imps_total" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "imps_per_day" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "imps_per_hour" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "pacing" text DEFAULT 'even' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "ahead_by" integer DEFAULT 2000 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "bid_strategy" text DEFAULT 'flat' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "bid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ALTER COLUMN "bid" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "goal_cpc" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "goal_vcr" integer DEFAULT 7000 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "max_bid" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "margin" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "multipliers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "frequencies" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "check_i_v_t" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "creative_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "rotation" text DEFAULT 'even' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "is_open_market" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "supplier_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "excluded_supplier_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "own_channels" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "channel_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "deal_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "deal_bids" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "capped_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "targeting_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "app_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "pub_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "cre_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "ivt_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "campaign_tier" integer;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "type" text DEFAULT 'video' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "review" text DEFAULT 'pending' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "review_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "vast_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "vast_xml" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "markup" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "body" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "sponsor" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "call_to_action" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "height" integer;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "duration_s" integer;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "is_skippable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "skip_after_s" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "adomain" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "categories" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "attributes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "apis" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "weight" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "start_date" date;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "end_date" date;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "ivt_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "side" text DEFAULT 'buy' NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "type" text DEFAULT 'private' NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "tag_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "adexchange_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "channel_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "price" text DEFAULT 'first' NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "start_date" date;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "end_date" date;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "imps_goal" integer;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "advertiser_id" integer;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "seats" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "adomains" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "mode" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "key_digest" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "media_types" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "qps" integer;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "latency_ms" integer DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "is_schain_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "is_ads_txt_enforced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "check_i_v_t" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "margin" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "floor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "auction_type" text DEFAULT 'first' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "billing_notice" text DEFAULT 'pixel' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "tells_wins" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "price_macro" text DEFAULT 'plain' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "encryption_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "integrity_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "targeting_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "app_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "pub_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "cre_list_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "ivt_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_advertiser_id_key" FOREIGN KEY ("demand_id","advertiser_id") REFERENCES "public"."advertisers"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deals_advertiser_id_index" ON "deals" USING btree ("advertiser_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deals_demand_id_side_deal_id_supplier_id_unique" ON "deals" USING btree ("demand_id","side","deal_id","supplier_id");