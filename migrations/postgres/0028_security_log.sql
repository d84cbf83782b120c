CREATE TABLE "security_chain" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"pruned_seq" bigint DEFAULT 0 NOT NULL,
	"pruned_hash" text DEFAULT '' NOT NULL,
	"checked_seq" bigint DEFAULT 0 NOT NULL,
	"checked_hash" text DEFAULT '' NOT NULL,
	"verified_seq" bigint DEFAULT 0 NOT NULL,
	"verified_at" timestamp with time zone,
	"broken_seq" bigint,
	"broken_fault" text,
	"broken_since" timestamp with time zone,
	"shipped_seq" bigint DEFAULT 0 NOT NULL,
	"shipped_at" timestamp with time zone,
	CONSTRAINT "security_chain_single" CHECK ("security_chain"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"type" text NOT NULL,
	"outcome" text NOT NULL,
	"user_id" integer,
	"user_name" text,
	"user_login" text,
	"user_type" text,
	"admin_id" integer,
	"admin_name" text,
	"demand_id" integer,
	"key_id" text,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"request_id" text NOT NULL,
	"subject_entity" text,
	"subject_id" integer,
	"subject_name" text NOT NULL,
	"details" jsonb NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "security_events_account_index" ON "security_events" USING btree ("demand_id","seq");--> statement-breakpoint
CREATE INDEX "security_events_type_index" ON "security_events" USING btree ("type","seq");--> statement-breakpoint
CREATE INDEX "security_events_at_index" ON "security_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "security_events_subject_index" ON "security_events" USING btree ("subject_entity","subject_id","type");