ALTER TABLE "api_tokens" RENAME COLUMN "token" TO "token_hash";--> statement-breakpoint
ALTER TABLE "api_tokens" RENAME CONSTRAINT "api_tokens_token_unique" TO "api_tokens_token_hash_unique";--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "hint" text;--> statement-breakpoint
UPDATE "api_tokens" SET "hint" = right("token_hash", 4), "token_hash" = encode(sha256(convert_to("token_hash", 'UTF8')), 'hex');--> statement-breakpoint
ALTER TABLE "api_tokens" ALTER COLUMN "hint" SET NOT NULL;
