import * as account from './account.ts'
import * as auth from './auth.ts'
import * as chat from './chat.ts'
import * as credits from './credits.ts'
import type { Endpoint } from './endpoint.ts'
import { getFrontSettings } from './front-settings.ts'
import { runQueries } from './insights.ts'
import * as payments from './payments.ts'
import * as profile from './profile.ts'
import * as shares from './shares.ts'
import { getSiteConfig } from './site-config.ts'
import * as social from './social.ts'
import { getSuggestions } from './suggestions.ts'
import { askForHelp } from './support.ts'

/** Every call of the wire. The server mounts each once; /api/docs is made from it. */
export const endpoints: readonly Endpoint[] = [
  auth.userExists,
  auth.register,
  auth.resendValidation,
  auth.verifyEmail,
  auth.login,
  auth.logout,
  auth.forgotPassword,
  auth.resetPassword,
  auth.forgotPasswordLegacy,
  auth.resetPasswordLegacy,
  auth.reEnableSession,
  auth.sessionEvents,
  social.socialOptions,
  social.socialLogin,
  social.linkSocial,
  social.getConnected,
  social.disconnectSocial,
  account.getSecurity,
  account.getSignIns,
  account.signOutEverywhere,
  account.startSecondFactor,
  account.confirmSecondFactor,
  account.renewRecoveryCodes,
  account.endSecondFactor,
  account.changeEmail,
  account.cancelEmailChange,
  account.confirmEmailChange,
  account.downloadData,
  account.deleteAccount,
  getFrontSettings,
  getSiteConfig,
  getSuggestions,
  runQueries,
  askForHelp,
  credits.getCredits,
  credits.setCreditWarning,
  credits.getUsageHistory,
  payments.exportUsageHistory,
  payments.getTopUpProducts,
  payments.getTopUpHistory,
  payments.exportTopUpHistory,
  payments.topUpReceipt,
  payments.getBillingDetails,
  payments.setBillingDetails,
  payments.createExpressOrder,
  payments.verifyExpress,
  payments.createPaypalOrderByGet,
  payments.createPaypalOrder,
  payments.capturePaypalOrder,
  payments.createFlutterwaveOrder,
  payments.verifyFlutterwave,
  payments.paymentWebhook,
  payments.trackPayment,
  profile.getProfile,
  profile.updateProfile,
  chat.reply,
  chat.thread,
  chat.chatHistory,
  chat.searchHistory,
  chat.turnEvents,
  chat.stopTurn,
  chat.editConversation,
  chat.deleteConversation,
  chat.restoreConversation,
  chat.turnRows,
  chat.exportTurn,
  shares.shareTurn,
  shares.listShares,
  shares.revokeShare,
  shares.sharedAnswer,
  shares.sharedRows,
  shares.exportShared,
]
