CREATE TABLE "server_certificates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "server_certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"server" text NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"valid_until" timestamp with time zone,
	"read_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"referenced_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "server_certificates_server_unique" ON "server_certificates" USING btree ("server");--> statement-breakpoint
CREATE INDEX "server_certificates_due_at_index" ON "server_certificates" USING btree ("due_at");