CREATE TABLE "data_deletion_deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_deletion_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"deletion_id" integer NOT NULL,
	"partner" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"result_code" integer,
	"outcome" text DEFAULT '' NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "data_deletions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_deletions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" text NOT NULL,
	"requester" text NOT NULL,
	"request_jti" text NOT NULL,
	"request_digest" text NOT NULL,
	"origin" text NOT NULL,
	"origin_jti" text NOT NULL,
	"identifier_type" text NOT NULL,
	"identifier_format" text NOT NULL,
	"identifier_hash" text NOT NULL,
	"identifier" text,
	"origin_token" text,
	"received_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "data_deletions_request_key" UNIQUE("requester","request_jti")
);
--> statement-breakpoint
ALTER TABLE "data_deletion_deliveries" ADD CONSTRAINT "data_deletion_deliveries_deletion_id_data_deletions_id_fk" FOREIGN KEY ("deletion_id") REFERENCES "public"."data_deletions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_deletion_deliveries_deletion_id_index" ON "data_deletion_deliveries" USING btree ("deletion_id");--> statement-breakpoint
CREATE INDEX "data_deletion_deliveries_next_at_index" ON "data_deletion_deliveries" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "data_deletions_origin_index" ON "data_deletions" USING btree ("origin","origin_jti");--> statement-breakpoint
CREATE INDEX "data_deletions_unfinished_index" ON "data_deletions" USING btree ("requester") WHERE "data_deletions"."identifier" is not null;