import type { SuppliedTexts } from './supplied-texts.ts'

export const es: SuppliedTexts = {
  'terms-of-service': {
    title: 'Condiciones del servicio',
    content: `Estas condiciones se aplican a todas las personas que usan este servidor. Quienes lo gestionan pueden sustituirlas por otras.

## Tu cuenta

No compartas tu contraseña ni tu segundo factor y usa una dirección de correo en la que te lleguen los mensajes. Respondes de lo que ocurra con tu cuenta hasta que avises de que la usa otra persona.

## Tus archivos

Tus archivos siguen siendo tuyos. El servidor los guarda para que puedas usarlos y solo los muestra a ti y a quienes se los compartas. Los administradores pueden ver que existen, cuánto ocupan y dónde están; la aplicación no les permite abrir los archivos de otros usuarios.

## Qué no está permitido

- archivos que no tengas derecho a guardar o compartir
- programas maliciosos y archivos hechos para causar daño
- intentos de eludir los límites, los permisos o la seguridad de este servidor

## Límites

Puede haber límites de almacenamiento, de tamaño de las subidas y de tráfico. Los administradores pueden suspender una cuenta que incumpla estas condiciones. La suspensión no elimina ningún archivo.

## Enlaces

Cualquiera que tenga un enlace que compartes puede abrirlo, salvo que le pongas una contraseña. Puedes cerrar un enlace cuando quieras; las descargas en curso también se detienen.

## Fin

Puedes eliminar tu cuenta cuando quieras en tus ajustes y exportar antes tus datos. Lo eliminado no se puede recuperar.

## Preguntas

Escribe a los administradores de este servidor en la [página de contacto](/contact-us).
`,
  },
  'privacy-policy': {
    title: 'Política de privacidad',
    content: `Tus datos se guardan en este servidor. Quienes lo gestionan deciden dónde está y quién se ocupa de él; pregúntales en la [página de contacto](/contact-us).

## Qué se guarda

- **Tu cuenta:** nombre, correo electrónico, idioma, zona horaria, avatar y ajustes de visualización. De la contraseña solo se guarda un resumen cifrado a partir del que no se puede leer.
- **Tus archivos y carpetas:** con sus nombres, versiones anteriores y miniaturas. El texto de los documentos se indexa para que puedas buscarlo. Lo que está en la papelera permanece allí hasta que se elimina definitivamente.
- **Inicios de sesión:** de cada sesión, la dirección IP, el navegador y la hora. Tus llaves de acceso, la verificación en dos pasos y las cuentas vinculadas se guardan hasta que las quites.
- **Enlaces y solicitudes de archivos:** qué has compartido y, de cada enlace, cuándo se visitó y con qué tipo de dispositivo. La dirección IP de los visitantes no se guarda con el enlace.
- **Registro de actividad de la cuenta:** inicios de sesión y cambios de contraseñas, enlaces, permisos y ajustes, con hora, dirección IP y navegador, para poder detectar usos indebidos.
- **Cantidades:** cuánto has subido y descargado cada día.
- **Compras:** si contratas un plan, tus datos de facturación, el plan, el consumo, las facturas y los pagos. Los números de tarjeta los guarda el servicio de pago.
- **Mensajes:** las notificaciones y correos que recibes y los mensajes que envías en la página de contacto, con tu dirección de correo.

Los contadores contra el robo de contraseñas conservan direcciones de red durante una hora aproximadamente. El registro técnico del servidor no contiene nombres de archivos ni contraseñas.

## Qué se comunica a otros

Coffer no vende tus datos y solo comparte tus archivos con quien tú elijas. Otros servicios reciben únicamente los datos necesarios:

- el servidor de correo que te entrega los mensajes
- el proveedor de almacenamiento, si los administradores guardan los archivos en uno
- Google, GitHub, Facebook u otro servicio, cuando inicias sesión con él
- Google, cuando comprueba que un formulario no lo envía un robot, si los administradores lo han activado
- los sitios web desde los que subes archivos
- Stripe, PayPal, Paystack u otro servicio de pago, si contratas un plan

Si los administradores han activado estadísticas de visitas (Google Analytics) o publicidad (Google AdSense), Google recibe tu dirección IP y la dirección de la página. Esto ocurre solo en páginas públicas y solo después de que lo aceptes; lee más en la [política de cookies](/page/cookie-policy).

## Cuánto tiempo se guarda

La mayoría de los datos permanecen hasta que los elimines o elimines tu cuenta. Al eliminar tu cuenta se eliminan tus archivos, enlaces y ajustes. Si has contratado un plan, sus facturas y pagos se conservan el tiempo que exige la ley. Las entradas del registro de actividad pueden conservarse más tiempo, porque demuestran que nadie lo ha alterado.

## Tus derechos

En tus ajustes puedes ver y corregir tus datos, exportarlos todos con tus facturas y eliminar tu cuenta. Para cualquier otra cosa, escribe a los administradores en la [página de contacto](/contact-us).
`,
  },
  'cookie-policy': {
    title: 'Política de cookies',
    content: `Coffer usa cookies para funcionar. Las crea este servidor y solo él las lee.

## En todas las páginas

- \`coffer.language\` guarda durante un año el idioma que has elegido.

## Con una cuenta

- \`coffer.session_token\` mantiene tu sesión abierta.
- \`coffer.dont_remember\` termina la sesión al cerrar el navegador.
- \`XSRF-TOKEN\` protege tus peticiones frente a otros sitios.
- \`coffer.device\` se guarda un año, para que las contraseñas incorrectas de otros no te dejen fuera.
- \`coffer.two_factor\`, \`coffer.passkey\` y \`coffer.state\` se guardan unos minutos mientras entras con un código, una llave de acceso u otro servicio.

## Con un enlace compartido

- \`coffer.visitor\` se guarda un año, para que una descarga reanudada cuente una sola vez donde están limitadas.
- \`coffer.visit_…\` se guarda media hora, para que volver cuente como una sola visita.
- \`coffer.link_…\` se guarda 30 días después de que introduces la contraseña del enlace.

## Con una solicitud de archivos

- \`coffer.request_guest\` se guarda un año, para que solo tú puedas ver y cambiar los archivos que has enviado.

## Estadísticas y publicidad

Coffer viene sin ninguna de las dos. Si los administradores de este servidor han activado Google Analytics o Google AdSense, los programas de Google se cargan en páginas públicas y enlaces compartidos, y solo después de que lo aceptes. Entonces crean sus propias cookies, como \`_ga\` y \`__gads\`. Tu respuesta se guarda en \`coffer.consent\` durante medio año. Puedes cambiarla en esta página cuando quieras.

## En este navegador

Los ajustes de visualización, como el modo oscuro o la cuadrícula, se guardan solo en este navegador.
`,
  },
}
