/** Asking others for files. */
export const requests = {
  'requests.default_name': 'Files requested on {{date}}',
} as const
