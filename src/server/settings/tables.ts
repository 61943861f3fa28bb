import { integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const frontSetting = pgTable(
  'front_setting',
  {
    part: text({ enum: ['tagline', 'terms', 'privacy', 'clients', 'fonts'] }).notNull(),
    version: integer().notNull(),
    /** null: what ships, again. */
    content: jsonb(),
    actor: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  table => [primaryKey({ columns: [table.part, table.version] })],
)
