import type { Context } from '../platform/context.ts'
import type { Crm } from './crm.ts'
import { localCrmClient, localCrmPath } from './local-crm.ts'
import { sharedAccess } from './zoho-access.ts'
import { createZohoCrm, type ZohoSettings } from './zoho-crm.ts'

/**
 * The CRM of the settings; without them, the stand-in of this very server, over its own socket.
 * @param ownOrigin where this server listens
 */
export function crmOf(base: Context, settings: ZohoSettings | null, ownOrigin: string): Crm {
  const chosen = settings ?? { ...localCrmClient, accountsUrl: `${ownOrigin}${localCrmPath}` }
  return createZohoCrm(chosen, sharedAccess(base, chosen))
}
