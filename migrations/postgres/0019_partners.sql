ALTER TABLE "adexchanges" ADD COLUMN "partner" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "partner" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "tags" SET "partner" = '' WHERE "integration" <> 'PreBid' AND "partner" <> '';
