ALTER TABLE "adexchanges" ADD COLUMN "payment_terms" text DEFAULT '30' NOT NULL;--> statement-breakpoint
ALTER TABLE "adexchanges" ADD COLUMN "discrepancy_factor" integer;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "payment_terms" text DEFAULT '30' NOT NULL;