ALTER TABLE "channels" ADD COLUMN "pod_slots" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "pod_duration" integer;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "dedupe_creatives" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "dedupe_advertisers" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "dedupe_categories" boolean DEFAULT false NOT NULL;