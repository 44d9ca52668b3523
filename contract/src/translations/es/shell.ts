import type { shell as en } from '../en/shell.ts'

export const shell: Record<keyof typeof en, string> = {
  'alerts.error_confirm': '¡Qué horror!',
  'alerts.success_confirm': '¡Estupendo!',
  'popup_error.title': 'Vaya, algo ha salido mal',
  'popup_error.message': 'Algo ha fallado y lo sentimos. Inténtalo de nuevo en un momento.',
  'popups.cancel': 'Cancelar',
  'popups.close': 'Cerrar',
  'toasts.title': 'Mensajes',
  'failure.text': 'No se ha podido cargar esta página. Nada tuyo ha cambiado.',
  'failure.again': 'Intentarlo de nuevo',

  'shell.skip': 'Ir al contenido',
  'shell.sections': 'Secciones',
  'shell.section': 'En esta sección',
  'shell.shared': 'Compartido',
  'shell.notices': 'Avisos',
  'shell.you': 'Tú',
  'shell.hide_bars': 'Ocultar la navegación',
  'shell.show_bars': 'Mostrar la navegación',
  'shell.offline':
    'No se puede contactar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
  'open.to_files': 'Ir a tus archivos',

  'places.files': 'Archivos',
  'places.recent_uploads': 'Subidas recientes',
  'places.my_shared_items': 'Compartido por mí',
  'places.shared_with_me': 'Compartido conmigo',
  'places.team_folders': 'Carpetas de equipo',
  'places.all_files': 'Todos los archivos',
  'places.trash': 'Papelera',

  'admin.dashboard': 'Panel',
  'admin.users': 'Usuarios',
  'admin.documents': 'Documentos',
  'admin.pages': 'Páginas',
  'admin.trashed': 'Elementos eliminados',
  'admin.money': 'Dinero',
  'admin.plans': 'Planes',
  'admin.subscriptions': 'Suscripciones',
  'admin.invoices': 'Facturas',
  'admin.payments': 'Pagos',
  'admin.server': 'Servidor',
  'admin.settings': 'Ajustes',
  'admin.language': 'Idioma',

  'notifications.title': 'Notificaciones',
  'notifications.bell_one': 'Notificaciones, {{count, number}} sin leer',
  'notifications.bell_other': 'Notificaciones, {{count, number}} sin leer',
  'notifications.bell_zero': 'Notificaciones',
  'notifications.mute': 'Silenciar el sonido',
  'notifications.unmute': 'Activar el sonido',
  'notifications.clear': 'Borrar todo',
  'notifications.remove': 'Quitar {{title}}',
  'notifications.new': 'Nuevo:',
  'notifications.show': 'Mostrar',
  'notifications.accept': 'Aceptar',
  'notifications.accepting': 'Aceptando …',
  'notifications.decline': 'Rechazar',
  'notifications.declining': 'Rechazando …',
  'notifications.accepted': 'Has aceptado la invitación',
  'notifications.declined': 'Has rechazado la invitación',
  'notifications.failed': 'No se pudieron cargar las notificaciones',
  'notifications.failed_text': 'No se ha cambiado nada tuyo.',
  'notifications.empty': 'Nada nuevo',
  'notifications.empty_text':
    'Aquí aparecen invitaciones, subidas terminadas y novedades de tu cuenta.',

  'theme.title': 'Apariencia',
  'theme.text': 'Clara, oscura o como la tenga tu dispositivo.',
  'theme.light': 'Clara',
  'theme.dark': 'Oscura',
  'theme.system': 'Sistema',
  'theme.to_light': 'Cambiar a claro',
  'theme.to_dark': 'Cambiar a oscuro',
  'language.title': 'Idioma',
  'language.text': 'Para palabras, fechas y números.',

  'cookies.title': 'Cookies',
  'cookies.text':
    'Coffer usa unas pocas cookies para funcionar: para reconocer tu navegador y proteger tus clics.',
  'cookies.policy': 'Política de cookies',
  'cookies.accept': 'Entendido',
  'restriction.title': 'Cuenta restringida',
  'restriction.to_storage': 'Ver qué ocupa espacio',
  'restriction.storage_full':
    'Tu almacenamiento está lleno. Los archivos nuevos esperan hasta que haya sitio; lo demás sigue igual.',
  'restriction.plan_full':
    'Guardas más de lo que admite tu plan. No se pierde nada; los archivos nuevos esperan hasta que haya sitio.',
  'restriction.administrator':
    'Un administrador ha restringido esta cuenta. Tus archivos están a salvo.',
  'restriction.unpaid':
    'Hay un pago pendiente. Tus archivos están a salvo; todo sigue en cuanto se pague.',

  'not_found.title': 'Aquí no hay nada',
  'not_found.text':
    'La dirección no es correcta, o lo que había aquí ya no está o no se ha compartido contigo.',
  'not_found.to_start': 'Ir al inicio',

  'later.title': 'Todavía no está aquí',
  'later.billing': 'Tu plan, tus facturas y tu forma de pago.',
  'later.dashboard': 'Cómo va este servidor: personas, espacio y tráfico de un vistazo.',
  'later.users': 'Todas las cuentas de este servidor, con su espacio y su papel.',
  'later.plans': 'Planes por mes, por año y por uso, y quién los tiene.',
  'later.pages': 'Condiciones, privacidad y cookies con tus propias palabras.',
  'later.documents': 'Los tipos de documento, con los campos que pide cada uno.',
  'later.settings': 'Nombre, colores, acceso, correo y los demás ajustes de este servidor.',
  'later.language': 'Cada palabra de esta aplicación, para cambiarla a tu gusto.',

  'home.title': 'Tus archivos, en tu propio servidor',
  'home.lead': '{{name}} guarda, encuentra y comparte archivos. Nadie más mira dentro.',

  'notes.contact': 'Escribe a quien administra',
  'notes.contact_text':
    'Este servidor aún no tiene formulario de contacto. Quien te dio esta dirección puede ayudarte.',
  'notes.demo': 'Aquí no hay demo',
  'notes.demo_text': 'En este servidor se trabaja. Pide una cuenta propia a quien lo administra.',
  'notes.verified': 'Tu dirección está confirmada',
  'notes.verified_text': 'Ya puedes iniciar sesión.',
  'notes.sent': 'Va en camino',
  'notes.sent_text': 'Mira tu buzón, y también la carpeta de correo no deseado si no llega nada.',
  'notes.unavailable': 'Volvemos en un rato',
  'notes.unavailable_text':
    'Lo que buscas no se puede mostrar por el momento. Inténtalo más tarde.',

  'legal.cookies': 'Política de cookies',
  'legal.cookies_why': 'Coffer usa cookies solo para funcionar, nunca para seguirte.',
  'legal.cookies_which':
    'Con una cuenta: coffer.session_token guarda tu sesión mientras la tienes abierta, y coffer.dont_remember dice que debe terminar con el navegador. XSRF-TOKEN asegura que lo que se pide al servidor en tu nombre lo pide esta página. coffer.device se guarda un año, para que quien pruebe contraseñas con tu correo no te deje fuera.',
  'legal.cookies_links':
    'Con un enlace que te han dado: coffer.visitor se guarda un año, para que una descarga que continúa cuente una sola vez donde están limitadas. coffer.visit_… se guarda media hora, para que volver cuente como una sola visita. coffer.link_… se guarda treinta días después de que introduces la contraseña del enlace.',
  'legal.cookies_requests':
    'Con una solicitud de archivos: coffer.request_… se guarda un año, para que veas y cambies lo que has enviado tú, y nadie más pueda.',
  'legal.cookies_local':
    'Cómo te gusta ver las cosas, por ejemplo claro u oscuro y lista o cuadrícula, se guarda en este navegador y no se envía a ninguna parte.',
  'legal.privacy': 'Política de privacidad',
  'legal.privacy_text':
    'Lo que pones aquí se guarda en este servidor, que lleva quien lo administra. Coffer no envía nada a nadie más.',
  'legal.terms': 'Condiciones del servicio',
  'legal.unwritten': 'Quien administra este servidor aún no ha escrito nada más al respecto.',

  'setup.title': 'Configurar {{name}}',
  'setup.steps': 'Pasos de la configuración',
  'setup.status_check': 'Revisión',
  'setup.purchase_code': 'Licencia',
  'setup.database': 'Base de datos',
  'setup.environment': 'Entorno',
  'setup.app_setup': 'Aplicación',
  'setup.admin_setup': 'Administrador',
  'setup.welcome': 'Qué bien que estés aquí',
  'setup.code_text':
    'Al arrancar, el servidor mostró un código de instalación. Así nadie más que tú lo configura.',
  'setup.code': 'Código de instalación',
  'setup.check': 'Revisar este servidor',
  'setup.check_again': 'Revisar otra vez',
  'setup.check_runtime': 'Entorno de ejecución',
  'setup.check_database': 'Base de datos',
  'setup.check_storage': 'Almacén de archivos',
  'setup.check_secret': 'Clave secreta',
  'setup.passed': 'En orden',
  'setup.failed': 'Hay que revisarlo',
  'setup.ready': 'Todo está en su sitio. Solo faltas tú.',
  'setup.not_ready': 'Falta algo. Arréglalo en el servidor y vuelve a revisar.',
  'setup.continue': 'Continuar',
  'setup.purchase_code_text':
    'Coffer funciona sin clave de licencia. Aquí no hay nada que escribir.',
  'setup.database_text':
    'La base de datos es la que tenía el servidor al arrancar: SQLite en su carpeta de datos, o PostgreSQL si DATABASE_URL la indica.',
  'setup.environment_text':
    'La dirección, el almacén y el correo vienen del entorno del servidor. Lo que no se indica allí tiene un valor razonable.',
  'setup.app_setup_text':
    'El nombre, los colores y los límites empiezan con valores razonables. Se podrán cambiar en la administración.',
  'setup.admin_title': '¿Quién lleva este servidor?',
  'setup.admin_text': 'Esta cuenta puede hacerlo todo aquí. Entrarás en cuanto esté creada.',
  'setup.finish': 'Crear la cuenta y terminar',
}
