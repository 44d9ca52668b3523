/** The page that visitors see during maintenance. */
export const maintenance = {
  'maintenance.title': '{{app}} is under maintenance',
  'maintenance.text': 'The server is being worked on. Your files are safe. Try again later.',
  'maintenance.sign_in': 'Sign in as administrator',
} as const
