CREATE TABLE "csp_reports" (
	"directive" text NOT NULL,
	"blocked" text NOT NULL,
	"reports" bigint NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "csp_reports_key" PRIMARY KEY("directive","blocked")
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	"deleted" bigint NOT NULL,
	"deleted_in_all" bigint NOT NULL,
	"last_deletion_at" timestamp with time zone
);
