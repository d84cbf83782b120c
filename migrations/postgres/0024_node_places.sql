ALTER TABLE "worker_nodes" ADD COLUMN "host" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "worker_nodes" ADD COLUMN "folder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "worker_nodes" ADD COLUMN "place" text DEFAULT '' NOT NULL;