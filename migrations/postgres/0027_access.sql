CREATE TABLE "roles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"permissions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sees_money" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "roles_account_unique" UNIQUE("demand_id","id")
);
--> statement-breakpoint
CREATE TABLE "cutoffs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cutoffs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"demand_id" integer,
	"kind" text NOT NULL,
	"object" text NOT NULL,
	"name" text NOT NULL,
	"reason" text NOT NULL,
	"cut_by" text NOT NULL,
	"cut_by_id" integer NOT NULL,
	"is_of_operator" boolean NOT NULL,
	"cut_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "remembered_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	CONSTRAINT "remembered_devices_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" integer,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"sealed_secret" text,
	"last_step" bigint,
	"credential_id" text,
	"public_key" text,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "sign_in_factors_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_policies" (
	"demand_id" integer PRIMARY KEY NOT NULL,
	"requires_factor" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accepted_findings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accepted_findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"accepted_by_id" integer NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "creative_scans" (
	"creative_id" integer PRIMARY KEY NOT NULL,
	"scanned_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scim_group_members" (
	"group_id" uuid NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "scim_group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "scim_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"demand_id" integer,
	"name" text NOT NULL,
	"external_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scim_users" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"external_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"demand_id" integer,
	"name" text NOT NULL,
	"is_enabled" boolean DEFAULT false NOT NULL,
	"issuer" text DEFAULT '' NOT NULL,
	"client_id" text DEFAULT '' NOT NULL,
	"sealed_client_secret" text,
	"groups_claim" text DEFAULT 'groups' NOT NULL,
	"group_roles" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"default_role" text,
	"creates_users" boolean DEFAULT false NOT NULL,
	"trusts_email" boolean DEFAULT false NOT NULL,
	"allows_passwords" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sso_domains" (
	"provider_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"record" text NOT NULL,
	"verified_at" timestamp with time zone,
	"verified_by" text,
	"checked_at" timestamp with time zone,
	"missing_since" timestamp with time zone,
	CONSTRAINT "sso_domains_provider_id_domain_pk" PRIMARY KEY("provider_id","domain")
);
--> statement-breakpoint
CREATE TABLE "sso_identities" (
	"provider_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"user_id" integer NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sso_identities_provider_id_subject_pk" PRIMARY KEY("provider_id","subject"),
	CONSTRAINT "sso_identities_user_id_unique" UNIQUE("provider_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "traffic_lists" (
	"kind" text PRIMARY KEY NOT NULL,
	"source_digest" text NOT NULL,
	"contents" text DEFAULT '' NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"entries" bigint DEFAULT 0 NOT NULL,
	"changed_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"since" timestamp with time zone NOT NULL,
	"attempted_at" timestamp with time zone,
	"fault" text,
	"etag" text,
	"last_modified" text,
	"due_at" timestamp with time zone NOT NULL,
	"is_claimed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waiting_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"area" text NOT NULL,
	"demand_id" integer,
	"user_id" integer NOT NULL,
	"admin_id" integer,
	"route" text NOT NULL,
	"sealed_call" text,
	"summary" text NOT NULL,
	"entries" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "notified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "approved_by" integer;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "scan" text DEFAULT 'pending' NOT NULL;--> statement-breakpoint
ALTER TABLE "creatives" ADD COLUMN "findings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "viewed_role" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_id" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "sealed_sign_out_url" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "sealed_encryption_key" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "sealed_integrity_key" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role_id" integer;--> statement-breakpoint
ALTER TABLE "installations" ADD COLUMN "secrets_sealed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alert_mutes" ADD COLUMN "muted_by_id" integer;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_demand_id_key" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cutoffs" ADD CONSTRAINT "cutoffs_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remembered_devices" ADD CONSTRAINT "remembered_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_factors" ADD CONSTRAINT "sign_in_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_policies" ADD CONSTRAINT "sign_in_policies_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creative_scans" ADD CONSTRAINT "creative_scans_creative_id_creatives_id_fk" FOREIGN KEY ("creative_id") REFERENCES "public"."creatives"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_group_members" ADD CONSTRAINT "scim_group_members_group_id_scim_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."scim_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_group_members" ADD CONSTRAINT "scim_group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_groups" ADD CONSTRAINT "scim_groups_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_users" ADD CONSTRAINT "scim_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_providers" ADD CONSTRAINT "identity_providers_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_domains" ADD CONSTRAINT "sso_domains_provider_id_identity_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."identity_providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_identities" ADD CONSTRAINT "sso_identities_provider_id_identity_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."identity_providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_identities" ADD CONSTRAINT "sso_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "roles_name_unique" ON "roles" USING btree ("demand_id",lower("name")) WHERE "roles"."status" <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "cutoffs_object_unique" ON "cutoffs" USING btree (coalesce("demand_id", 0),"kind","object");--> statement-breakpoint
CREATE INDEX "remembered_devices_user_id_index" ON "remembered_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "remembered_devices_expires_at_index" ON "remembered_devices" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_user_id_index" ON "sign_in_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_expires_at_index" ON "sign_in_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_factors_user_id_index" ON "sign_in_factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accepted_findings_unique" ON "accepted_findings" USING btree ("code","subject");--> statement-breakpoint
CREATE INDEX "creative_scans_due_at_index" ON "creative_scans" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "scim_group_members_user_id_index" ON "scim_group_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scim_groups_name_unique" ON "scim_groups" USING btree (coalesce("demand_id", 0),"name");--> statement-breakpoint
CREATE INDEX "scim_users_external_id_index" ON "scim_users" USING btree ("external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_providers_account_unique" ON "identity_providers" USING btree (coalesce("demand_id", 0));--> statement-breakpoint
CREATE UNIQUE INDEX "sso_domains_verified_index" ON "sso_domains" USING btree ("domain") WHERE "sso_domains"."verified_at" is not null;--> statement-breakpoint
CREATE INDEX "waiting_changes_state_index" ON "waiting_changes" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "waiting_changes_user_index" ON "waiting_changes" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_id_key" FOREIGN KEY ("demand_id","role_id") REFERENCES "public"."roles"("demand_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_role_id_index" ON "users" USING btree ("role_id");