ALTER TABLE "demands" RENAME COLUMN "postbid_rests_until" TO "verification_paused_until";--> statement-breakpoint
ALTER TABLE "channels" RENAME COLUMN "learned_floors" TO "dynamic_floors";--> statement-breakpoint
ALTER TABLE "suppliers" RENAME COLUMN "tells_wins" TO "sends_win_notices";--> statement-breakpoint
ALTER TABLE "budget_nodes" RENAME COLUMN "heard_at" TO "last_seen_at";--> statement-breakpoint
ALTER TABLE "budget_leases" RENAME COLUMN "held" TO "reserved";--> statement-breakpoint
ALTER TABLE "budget_leases" RENAME COLUMN "chance" TO "opportunity_rate";--> statement-breakpoint
ALTER TABLE "report_schedules" RENAME COLUMN "paused_because" TO "pause_reason";--> statement-breakpoint
ALTER TABLE "ads_txt_files" RENAME COLUMN "wanted_at" TO "referenced_at";--> statement-breakpoint
ALTER TABLE "ads_txt_apps" RENAME COLUMN "wanted_at" TO "referenced_at";--> statement-breakpoint
ALTER TABLE "scan_imports" RENAME TO "verification_imports";--> statement-breakpoint
ALTER SEQUENCE "scan_imports_id_seq" RENAME TO "verification_imports_id_seq";--> statement-breakpoint
ALTER INDEX "scan_imports_account_index" RENAME TO "verification_imports_account_index";--> statement-breakpoint
ALTER TABLE "verification_imports" RENAME CONSTRAINT "scan_imports_pkey" TO "verification_imports_pkey";--> statement-breakpoint
ALTER TABLE "verification_imports" RENAME CONSTRAINT "scan_imports_demand_id_demands_id_fk" TO "verification_imports_demand_id_demands_id_fk";--> statement-breakpoint
ALTER TABLE "mail_stops" RENAME TO "mail_unsubscribes";--> statement-breakpoint
ALTER TABLE "mail_unsubscribes" RENAME COLUMN "stopped_at" TO "unsubscribed_at";--> statement-breakpoint
ALTER TABLE "mail_unsubscribes" RENAME CONSTRAINT "mail_stops_key" TO "mail_unsubscribes_key";--> statement-breakpoint
ALTER TABLE "mail_unsubscribes" RENAME CONSTRAINT "mail_stops_report_id_saved_reports_id_fk" TO "mail_unsubscribes_report_id_saved_reports_id_fk";--> statement-breakpoint
UPDATE "changes" SET "entity" = 'verificationImport' WHERE "entity" = 'scanImport';--> statement-breakpoint
UPDATE "changes" SET "fields" = (
	SELECT jsonb_agg(CASE WHEN each->>'field' = 'tellsWins' THEN each || '{"field": "sendsWinNotices"}' ELSE each END ORDER BY place)
	FROM jsonb_array_elements("fields") WITH ORDINALITY AS listed(each, place)
) WHERE "entity" = 'supplier' AND "fields" @> '[{"field": "tellsWins"}]';--> statement-breakpoint
UPDATE "changes" SET "fields" = (
	SELECT jsonb_agg(CASE WHEN each->>'field' = 'learnedFloors' THEN each || '{"field": "dynamicFloors"}' ELSE each END ORDER BY place)
	FROM jsonb_array_elements("fields") WITH ORDINALITY AS listed(each, place)
) WHERE "entity" = 'channel' AND "fields" @> '[{"field": "learnedFloors"}]';--> statement-breakpoint
UPDATE "changes" SET "fields" = (
	SELECT jsonb_agg(CASE WHEN each->>'field' = 'postbidRestsUntil' THEN each || '{"field": "verificationPausedUntil"}' ELSE each END ORDER BY place)
	FROM jsonb_array_elements("fields") WITH ORDINALITY AS listed(each, place)
) WHERE "entity" = 'demand' AND "fields" @> '[{"field": "postbidRestsUntil"}]';--> statement-breakpoint
UPDATE "changes" SET "fields" = (
	SELECT jsonb_agg(CASE WHEN each->>'field' = 'keep' THEN each || '{"field": "saveAs"}' ELSE each END ORDER BY place)
	FROM jsonb_array_elements("fields") WITH ORDINALITY AS listed(each, place)
) WHERE "entity" = 'report' AND "fields" @> '[{"field": "keep"}]';--> statement-breakpoint
UPDATE "past_rows" SET "before" = ("before"::jsonb - 'learnedFloors' || jsonb_build_object('dynamicFloors', "before"::jsonb->'learnedFloors'))::json WHERE "entity" = 'channel' AND "before"::jsonb ? 'learnedFloors';--> statement-breakpoint
UPDATE "past_rows" SET "before" = ("before"::jsonb - 'postbidRestsUntil' || jsonb_build_object('verificationPausedUntil', "before"::jsonb->'postbidRestsUntil'))::json WHERE "entity" = 'demand' AND "before"::jsonb ? 'postbidRestsUntil';--> statement-breakpoint
UPDATE "saved_views" SET "search" = regexp_replace("search", '\mtellsWins\M', 'sendsWinNotices', 'g') WHERE "search" ~ '\mtellsWins\M';
