import { and, desc, eq, sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../platform/context.ts'
import { notify } from '../platform/notices.ts'
import { contentOf, type FrontPart, UnfitContent } from './front-parts.ts'
import { frontSetting } from './tables.ts'

/** Tells every instance to read the settings again. */
export const settingsChannel = 'front_settings'

export interface SettingVersion {
  version: number
  /** null: what ships. */
  content: unknown
  actor: string
  createdAt: Date
}

/** What stands now for each part that was ever set. */
export async function storedParts(ctx: Context): Promise<{ part: FrontPart; content: unknown }[]> {
  return ctx.db
    .selectDistinctOn([frontSetting.part], { part: frontSetting.part, content: frontSetting.content })
    .from(frontSetting)
    .orderBy(frontSetting.part, desc(frontSetting.version))
}

/** The versions of a part, newest first. */
export async function versionsOf(ctx: Context, part: FrontPart): Promise<SettingVersion[]> {
  const { version, content, actor, createdAt } = frontSetting
  return ctx.db
    .select({ version, content, actor, createdAt })
    .from(frontSetting)
    .where(eq(frontSetting.part, part))
    .orderBy(desc(version))
}

/** Puts a file's text in the place of a part, as its next version, whose number it answers. @throws UnfitContent */
export async function setPart(
  ctx: Context,
  input: { part: FrontPart; text: string; actor: string },
): Promise<number> {
  return addVersion(ctx, { ...input, content: contentOf(input.part, input.text) })
}

/**
 * Takes a part back to an earlier version, or to what ships with 0; the one before the newest if none is named. It is a
 * version of its own, so that this too can be undone. Answers which version's content stands now.
 * @throws UnfitContent where there is none to go back to
 */
export async function undoPart(
  ctx: Context,
  input: { part: FrontPart; to?: number; actor: string },
): Promise<number> {
  return inTransaction(ctx, async ctx => {
    await lockPart(ctx, input.part)
    const versions = await versionsOf(ctx, input.part)
    const newest = versions[0]?.version ?? 0
    if (newest === 0) throw new UnfitContent(`Nothing was ever set for ${input.part}`)
    const to = input.to ?? newest - 1
    const back = versions.find(({ version }) => version === to)
    if (to !== 0 && !back) throw new UnfitContent(`There is no version ${to} of ${input.part}`)
    await addVersion(ctx, { part: input.part, content: back?.content ?? null, actor: input.actor })
    return to
  })
}

async function addVersion(
  ctx: Context,
  { part, content, actor }: { part: FrontPart; content: unknown; actor: string },
): Promise<number> {
  return inTransaction(ctx, async ctx => {
    await lockPart(ctx, part)
    const [newest] = await ctx.db
      .select({ version: frontSetting.version })
      .from(frontSetting)
      .where(and(eq(frontSetting.part, part)))
      .orderBy(desc(frontSetting.version))
      .limit(1)
    const version = (newest?.version ?? 0) + 1
    await ctx.db.insert(frontSetting).values({ part, version, content, actor })
    await notify(ctx, settingsChannel, part)
    return version
  })
}

/** Two operators at once: one after the other. */
async function lockPart(ctx: Context, part: FrontPart): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`front setting ${part}`}, 0))`)
}
