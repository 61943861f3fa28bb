/** The words the product specification fixes, to the letter. */
export const messages = {
  emailEmpty: 'Email address field cannot be empty',
  emailInvalid: 'Invalid email address',
  emailInvalidOnRegister: 'Please enter a valid email address',
  passwordRequired: 'Password is required',
  industry: 'Please enter a valid industry',
  address: 'Please enter a valid address',
  jobTitle: 'Please enter a valid job title',
  company: 'Please enter a valid company name',
  experience: 'Please enter a valid years of experience',
  phone: 'Please enter a valid phone number',
  name: 'Please enter a valid name.',
  confirmation: "Password doesn't match the confirmation",
  passwordLength: 'Password must be at least 8 characters long',
  passwordNumber: 'Password must contain at least one number.',
  passwordLower: 'Password must contain at least one lower case letter.',
  passwordUpper: 'Password must contain at least one upper case letter.',
  passwordSpecial: 'Password must contain at least one special character',
  alreadyRegistered: 'This email address is already registered.',
  registeredUnverified: 'This email address is already registered but not verified.',
  verificationSent: 'Verification message sent! Please check your email.',
  loginFallback: 'Login error. Contact support for assistance.',
  sessionConflict: "You're logged in on another device, browser or tab",
  chatPlaceholder: 'Ask me anything...',
  chatWelcome: 'Welcome! How can I help you today?',
  deepResearchTooltip:
    'Uses advanced models to perform deeper analysis on data-intensive questions (may take slightly longer).',
  threadFailed: 'Could not load last chat. Please try again',
  copied: 'Copied to clipboard',
  supportSubmitted: 'Submitted! A rep will be reaching out to you soon',
  settingsSaved: 'Settings Saved',
  logoutQuestion: 'Are you sure you want to log out?',
  resetCodeQuestion: 'Send reset code?',
  resetLinkSent: 'A reset link has been sent to your email address',
  productsLoading: 'Loading....',
  purchaseInProgress: 'Purchase in progress....',
  purchaseCompleted: 'Purchase completed successfully!',
  topUpTitle: 'Topup complete!',
  topUpText: 'Credits have been added to your account',
} as const

/** What has to be typed before an account is deleted. */
export const deletionWord = 'DELETE'

/** What a profile field is told whose rule fails: 'Please enter a valid {field}.' in the specification's field words. */
export const profileMessages = {
  location: 'Please enter a valid location.',
  gender: 'Please enter a valid gender.',
  occupation: 'Please enter a valid occupation.',
  industry: 'Please enter a valid industry.',
  company: 'Please enter a valid company.',
  job_title: 'Please enter a valid job title.',
  education: 'Please enter a valid education level.',
  experience: 'Please enter a valid experience level.',
  phone: 'Please enter a valid phone number.',
  age: 'Please enter a valid age.',
} as const
