/** Typed tasks, 40 in each language. */
export const taskTexts: Record<string, string> = {
  English: `webhooks: retry schedule
typo in the install guide
the quickstart is out of date
Broken link on /pricing
can you add a page about inboxes?
we need docs for the new API
why is there no page on rate limits?
Add an example for each call in the reference
explain how retries work
Please document the new --dry-run flag
README: mention Node 26
Could someone update the screenshots in the onboarding tutorial?
SSO setup with Okta
rename "workspace" to "team" everywhere
translate the getting started guide into German
The pods page lacks an example
pricing page still says $20
refund policy for annual plans
we renamed projects to spaces last week, the docs still use the old name
rate limits are wrong in the API reference, it's 100 per minute now
Hi! Could you fix the table in the billing chapter? Thanks!
docs for POST /v2/invoices
list every error code with what it means
changelog entry for 3.4
customers keep asking how to export their data
split the security page in two
nobody understands the diagram in the architecture overview
remove the beta badge from the SDK pages
I'd like a troubleshooting section for failed logins
how-to for rotating API keys
Hey Bellhop, write a migration guide from v1 to v2 please
dead link in the footer of the FAQ
it should say seconds, not milliseconds, in the timeout table
add a note that trials end after 14 days
make the install instructions shorter
The code sample for uploads doesn't compile
we no longer support Python 3.8
there's nothing about pagination anywhere
Could you look into the curl example on the auth page?
document the environment variables`,
  German: `Webhooks: Zeitplan der Wiederholungen
Tippfehler in der Installationsanleitung
Die Schnellstart-Seite ist veraltet
Link auf /preise ist kaputt
Kannst du eine Seite über Postfächer hinzufügen?
wir brauchen Doku für die neue API
warum gibt es keine Seite zu den Ratenlimits?
Beispiel für jeden Aufruf ergänzen
erkläre, wie Wiederholungen funktionieren
Bitte den neuen Schalter --dry-run dokumentieren
README: Node 26 erwähnen
Screenshots im Tutorial austauschen
SSO mit Okta einrichten beschreiben
überall „Arbeitsbereich“ statt „Workspace“ schreiben
den Einstieg ins Englische übersetzen
Auf der Preisseite steht noch der alte Tarif
Erstattung bei Jahresabos
Die Ratenlimits stimmen nicht mehr, es sind 100 pro Minute
Hallo! Könntest du bitte die Tabelle im Kapitel Abrechnung korrigieren? Danke!
Doku zu POST /v2/invoices
alle Fehlercodes auflisten
Änderungsprotokoll für 3.4
Kunden fragen ständig, wie man Daten exportiert
die Seite über Sicherheit aufteilen
das Diagramm in der Übersicht versteht niemand
das Beta-Abzeichen auf den SDK-Seiten entfernen
Ich hätte gern einen Abschnitt über fehlgeschlagene Anmeldungen
Anleitung zum Tauschen der API-Schlüssel
schreib einen Umstiegsleitfaden von v1 auf v2
toter Link in der Fußzeile
in der Tabelle muss Sekunden stehen, nicht Millisekunden
Hinweis ergänzen, dass die Probezeit nach 14 Tagen endet
Installationsanleitung kürzen
Das Codebeispiel für Uploads läuft nicht
wir unterstützen Python 3.8 nicht mehr
zur Seitennummerierung steht nirgends etwas
Umgebungsvariablen dokumentieren
Glossar um Begriffe der Abrechnung erweitern
Fehlermeldungen der CLI erklären
Bitte die Rechtschreibung auf der Startseite prüfen`,
  French: `webhooks : calendrier des relances
faute de frappe dans le guide d'installation
le guide de démarrage est obsolète
lien cassé sur /tarifs
peux-tu ajouter une page sur les boîtes de réception ?
il nous faut de la doc pour la nouvelle API
pourquoi n'y a-t-il pas de page sur les limites de débit ?
ajouter un exemple pour chaque appel
explique comment fonctionnent les relances
merci de documenter l'option --dry-run
README : mentionner Node 26
remplacer les captures d'écran du tutoriel
configuration du SSO avec Okta
renommer « espace » en « équipe » partout
traduis le guide de démarrage en anglais
la page des tarifs affiche encore l'ancien prix
politique de remboursement des abonnements annuels
les limites ont changé, c'est 100 par minute maintenant
Bonjour, pourriez-vous corriger le tableau du chapitre facturation ? Merci !
doc pour POST /v2/invoices
liste tous les codes d'erreur
notes de version pour la 3.4
les clients demandent sans cesse comment exporter leurs données
scinder la page sécurité en deux
personne ne comprend le diagramme de l'architecture
retirer le badge bêta des pages du SDK
j'aimerais une section sur les échecs de connexion
guide pour renouveler les clés d'API
écris un guide de migration de la v1 à la v2
lien mort dans le pied de page
dans le tableau il faut dire secondes et non millisecondes
préciser que l'essai se termine après 14 jours
raccourcir les instructions d'installation
l'exemple de code pour l'envoi de fichiers ne compile pas
nous ne prenons plus en charge Python 3.8
il n'y a rien sur la pagination
documente les variables d'environnement
compléter le glossaire de la facturation
expliquer les messages d'erreur de la CLI
vérifie l'orthographe de la page d'accueil`,
  Spanish: `webhooks: calendario de reintentos
errata en la guía de instalación
la guía de inicio está desactualizada
enlace roto en /precios
¿puedes añadir una página sobre los buzones?
necesitamos documentación para la nueva API
¿por qué no hay una página sobre los límites?
añade un ejemplo para cada llamada
explica cómo funcionan los reintentos
documenta la opción --dry-run por favor
README: mencionar Node 26
actualizar las capturas del tutorial
configurar SSO con Okta
cambia "espacio" por "equipo" en todas partes
traduce la guía de inicio al inglés
la página de precios todavía dice 20 euros
política de reembolso de los planes anuales
los límites de la referencia están mal, ahora son 100 por minuto
Hola, ¿podrías corregir la tabla del capítulo de facturación? ¡Gracias!
docs para POST /v2/invoices
lista todos los códigos de error
notas de la versión 3.4
los clientes preguntan siempre cómo exportar sus datos
divide la página de seguridad en dos
nadie entiende el diagrama de la arquitectura
quita la etiqueta beta de las páginas del SDK
me gustaría una sección sobre inicios de sesión fallidos
guía para rotar las claves de la API
escribe una guía de migración de v1 a v2
enlace caído en el pie de página
en la tabla debe decir segundos, no milisegundos
aclara que la prueba termina a los 14 días
acortar las instrucciones de instalación
el ejemplo de código de subida de archivos no compila
ya no soportamos Python 3.8
no hay nada sobre paginación
documentar las variables de entorno
amplía el glosario de facturación
describe los mensajes de error de la CLI
revisa la ortografía de la portada`,
  Chinese: `webhook 重试计划
安装指南里有错别字
快速入门过期了
/pricing 的链接坏了
能加一页介绍收件箱吗？
我们需要新 API 的文档
为什么没有速率限制的页面？
给每个接口加一个示例
解释重试是怎么工作的
请补充 --dry-run 参数的说明
README 里提到 Node 26
更新教程里的截图
用 Okta 配置单点登录
把“工作区”全部改成“团队”
把入门指南翻译成英文
价格页还写着旧价格
年度套餐的退款政策
API 参考里的限流不对，现在是每分钟 100 次
你好！能修一下计费章节里的表格吗？谢谢！
POST /v2/invoices 的文档
列出所有错误码
3.4 的更新日志
客户一直问怎么导出数据
把安全页面拆成两页
架构图没人看得懂
去掉 SDK 页面上的 beta 标记
希望有一节讲登录失败的排查
轮换 API 密钥的教程
写一份从 v1 到 v2 的迁移指南
页脚有个死链
表格里应该是秒，不是毫秒
注明试用期 14 天后结束
精简安装说明
上传的示例代码编译不过
我们不再支持 Python 3.8
完全没有讲分页
记录环境变量
扩充计费术语表
说明命令行的报错信息
检查首页的拼写`,
}
