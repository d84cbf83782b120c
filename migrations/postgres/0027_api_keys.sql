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
ALTER TABLE "api_tokens" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "last_used_ip" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "key_id" integer;--> statement-breakpoint
ALTER TABLE "api_key_tokens" ADD CONSTRAINT "api_key_tokens_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_tokens" ADD CONSTRAINT "api_key_tokens_parent_hash_api_key_tokens_token_hash_fk" FOREIGN KEY ("parent_hash") REFERENCES "public"."api_key_tokens"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_demand_id_demands_id_fk" FOREIGN KEY ("demand_id") REFERENCES "public"."demands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_tokens_key_id_index" ON "api_key_tokens" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "api_key_tokens_parent_hash_index" ON "api_key_tokens" USING btree ("parent_hash");--> statement-breakpoint
CREATE INDEX "api_key_tokens_ends_at_index" ON "api_key_tokens" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "api_keys_demand_id_index" ON "api_keys" USING btree ("demand_id");--> statement-breakpoint
CREATE INDEX "api_keys_user_id_index" ON "api_keys" USING btree ("user_id");