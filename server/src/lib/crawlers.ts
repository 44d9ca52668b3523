/** User agents of link previews and search engines. */
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
const CRAWLER_PATTERN = new RegExp(CRAWLERS.join('|'), 'i')

/** Whether the user agent is a link preview crawler or a search engine. */
export const isCrawler = (userAgent = ''): boolean => CRAWLER_PATTERN.test(userAgent)
