CREATE TABLE "daily_mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "daily_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"day" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"runner" text,
	"taken_at" timestamp with time zone,
	"handed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "daily_mails_user_id_day_key" UNIQUE("user_id","day")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "daily_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_mails" ADD CONSTRAINT "daily_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "daily_mails_state_index" ON "daily_mails" USING btree ("state","next_at");