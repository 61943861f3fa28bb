import * as auth from './auth.ts'
import * as chat from './chat.ts'
import * as credits from './credits.ts'
import type { Endpoint } from './endpoint.ts'
import { getFrontSettings } from './front-settings.ts'
import * as profile from './profile.ts'
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
  getFrontSettings,
  askForHelp,
  credits.getCredits,
  credits.getUsageHistory,
  profile.getProfile,
  profile.updateProfile,
  chat.reply,
  chat.thread,
  chat.chatHistory,
  chat.turnEvents,
  chat.stopTurn,
  chat.editConversation,
  chat.deleteConversation,
  chat.turnRows,
  chat.exportTurn,
]
