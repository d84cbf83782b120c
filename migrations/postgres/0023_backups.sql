CREATE TABLE "backup_chunks" (
	"backup" text NOT NULL,
	"node" text NOT NULL,
	"seq" integer NOT NULL,
	"path" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "backup_chunks_key" PRIMARY KEY("backup","node","seq")
);
--> statement-breakpoint
CREATE TABLE "backup_nodes" (
	"backup" text NOT NULL,
	"node" text NOT NULL,
	"run" text NOT NULL,
	"attempt" smallint NOT NULL,
	"state" text NOT NULL,
	"held_ms" integer,
	CONSTRAINT "backup_nodes_key" PRIMARY KEY("backup","node")
);
--> statement-breakpoint
CREATE TABLE "backup_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"node" text NOT NULL,
	"place" text NOT NULL,
	"is_scheduled" boolean NOT NULL,
	"stage" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"name" text,
	"bytes" bigint,
	"paused_ms" integer,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "backup_schedules" (
	"node" text PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"hour" smallint NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "backup_runs_started_at_index" ON "backup_runs" USING btree ("started_at");