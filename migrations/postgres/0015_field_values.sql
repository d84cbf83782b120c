UPDATE "targetings" SET "us_privacy" = 'declared' WHERE "us_privacy" = 'told';--> statement-breakpoint
UPDATE "changes" SET "fields" = (
	SELECT jsonb_agg(CASE WHEN each->>'field' = 'usPrivacy' THEN each
		|| CASE WHEN each->>'from' = 'told' THEN '{"from": "declared"}'::jsonb ELSE '{}' END
		|| CASE WHEN each->>'to' = 'told' THEN '{"to": "declared"}'::jsonb ELSE '{}' END
	ELSE each END ORDER BY place)
	FROM jsonb_array_elements("fields") WITH ORDINALITY AS listed(each, place)
) WHERE "entity" = 'targeting' AND ("fields" @> '[{"field": "usPrivacy", "from": "told"}]' OR "fields" @> '[{"field": "usPrivacy", "to": "told"}]');--> statement-breakpoint
UPDATE "past_rows" SET "before" = ("before"::jsonb || '{"usPrivacy": "declared"}')::json WHERE "entity" = 'targeting' AND "before"::jsonb->>'usPrivacy' = 'told';--> statement-breakpoint
UPDATE "saved_views" SET "search" = regexp_replace("search", '(\musPrivacy=(?:\w+(?:,|%2C))*)told\M', '\1declared') WHERE "search" ~ '\musPrivacy=(?:\w+(?:,|%2C))*told\M';
