/** Those that draw a card of a link where somebody posts it, and those of the search engines. */
const CRAWLERS = [
  'facebookexternalhit',
  'Facebot',
  'meta-externalagent',
  'Twitterbot',
  'Slackbot',
  'WhatsApp',
  'TelegramBot',
  'LinkedInBot',
  'Discordbot',
  'SkypeUriPreview',
  'Mastodon',
  'Pinterestbot',
  'redditbot',
  'vkShare',
  'Iframely',
  'Embedly',
  'BitlyBot',
  'Viber',
  'Snapchat',
  'Applebot',
  'Googlebot',
  'bingbot',
  'DuckDuckBot',
  'YandexBot',
  'Baiduspider',
  'Qwantbot',
]
const SIGN = new RegExp(CRAWLERS.join('|'), 'i')

export const isCrawler = (userAgent = ''): boolean => SIGN.test(userAgent)
