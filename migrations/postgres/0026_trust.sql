CREATE TABLE "sign_in_links" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_links_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "sign_in_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "api_key_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"key_id" integer NOT NULL,
	"parent_hash" text,
	"hint" text DEFAULT '' NOT NULL,
	"scopes" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"client_id" text NOT NULL,
	"demand_id" integer,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"networks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"last_used_ip" text DEFAULT '' NOT NULL,
	CONSTRAINT "api_keys_client_id_unique" UNIQUE("client_id")
);
--> statement-breakpoint
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
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "last_used_ip" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "key_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "ip" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "has_password" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_tokens" ADD CONSTRAINT "api_key_tokens_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_tokens" ADD CONSTRAINT "api_key_tokens_parent_hash_api_key_tokens_token_hash_fk" FOREIGN KEY ("parent_hash") REFERENCES "public"."api_key_tokens"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_tokens_key_id_index" ON "api_key_tokens" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "api_key_tokens_parent_hash_index" ON "api_key_tokens" USING btree ("parent_hash");--> statement-breakpoint
CREATE INDEX "api_key_tokens_ends_at_index" ON "api_key_tokens" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "api_keys_demand_id_index" ON "api_keys" USING btree ("demand_id");--> statement-breakpoint
CREATE INDEX "api_keys_user_id_index" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "security_events_account_index" ON "security_events" USING btree ("demand_id","seq");--> statement-breakpoint
CREATE INDEX "security_events_type_index" ON "security_events" USING btree ("type","seq");--> statement-breakpoint
CREATE INDEX "security_events_at_index" ON "security_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "security_events_subject_index" ON "security_events" USING btree ("subject_entity","subject_id","type");