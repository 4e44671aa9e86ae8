/** Small talk with an app, 40 texts in each language. */
export const talkTexts: Record<string, string> = {
  English: `what can you do?
lol
ok cool
is anybody there?
are you a bot?
thank you
how does this work?
good morning everyone
test
asdf
hello there
hey bellhop!
thanks so much, that was quick
nice work!
who made you?
what's up
do you speak German?
just testing, please ignore
anyone up for lunch?
have a great weekend
see you tomorrow
never mind
sorry, wrong channel
how much does this cost?
can you help me?
I'm not sure what to do here
sounds good to me
are you still working on it?
haha that's funny
tell me a joke
I love this app
what time is it?
the docs look great now, well done
thanks for fixing the typo
🎉
can I ask you something?
is this thing on?
let me think about it
I'll be back in five minutes
how many jobs can I run at once?`,
  German: `was kannst du?
lol
ok super
ist da jemand?
bist du ein Bot?
danke!
wie funktioniert das?
guten Morgen zusammen
Test
asdf
hallo zusammen
hey Bellhop!
vielen Dank, das ging schnell
gute Arbeit!
wer hat dich gebaut?
was geht?
sprichst du Englisch?
nur ein Test, bitte ignorieren
wer kommt mit zum Mittagessen?
schönes Wochenende
bis morgen
vergiss es
sorry, falscher Kanal
was kostet das?
kannst du mir helfen?
ich weiß nicht, was ich hier machen soll
klingt gut
arbeitest du noch daran?
haha, lustig
erzähl mir einen Witz
ich liebe diese App
wie spät ist es?
die Doku sieht jetzt super aus
danke für die Korrektur
👍
kann ich dich was fragen?
alles klar
ich überlege es mir
bin gleich wieder da
wie viele Aufträge kann ich gleichzeitig starten?`,
  French: `que peux-tu faire ?
mdr
ok super
il y a quelqu'un ?
tu es un bot ?
merci beaucoup
comment ça marche ?
bonjour à tous
test
asdf
salut
coucou Bellhop !
merci, c'était rapide
beau travail !
qui t'a créé ?
quoi de neuf ?
tu parles anglais ?
c'est juste un test
qui vient déjeuner ?
bon week-end
à demain
laisse tomber
désolé, mauvais canal
combien ça coûte ?
tu peux m'aider ?
je ne sais pas quoi faire ici
ça me va
tu travailles encore dessus ?
haha trop drôle
raconte-moi une blague
j'adore cette appli
quelle heure est-il ?
la doc est super maintenant, bravo
merci pour la correction
👋
je peux te poser une question ?
d'accord
je vais y réfléchir
je reviens dans cinq minutes
combien de jobs puis-je lancer à la fois ?`,
  Spanish: `¿qué puedes hacer?
jajaja
vale, genial
¿hay alguien ahí?
¿eres un bot?
gracias
¿cómo funciona esto?
buenos días a todos
prueba
asdf
hola
¡hola Bellhop!
muchas gracias, qué rápido
¡buen trabajo!
¿quién te hizo?
¿qué tal?
¿hablas inglés?
solo estoy probando
¿quién viene a comer?
buen fin de semana
hasta mañana
olvídalo
perdón, canal equivocado
¿cuánto cuesta?
¿me puedes ayudar?
no sé qué hacer aquí
me parece bien
¿sigues trabajando en eso?
jaja qué gracioso
cuéntame un chiste
me encanta esta app
¿qué hora es?
los docs están genial ahora
gracias por la corrección
🙏
¿puedo preguntarte algo?
de acuerdo
voy a pensarlo
vuelvo en cinco minutos
¿cuántos trabajos puedo lanzar a la vez?`,
  Chinese: `你好
谢谢
怎么用?
你能做什么？
哈哈
好的
有人吗
你是机器人吗？
大家早上好
测试
在吗
你好呀 Bellhop
非常感谢，好快
干得漂亮！
谁做的你？
最近怎么样
你会说英语吗？
只是测试一下
谁去吃午饭？
周末愉快
明天见
算了
不好意思，发错群了
这个多少钱？
能帮我一下吗？
我不知道该干什么
听起来不错
你还在弄吗？
哈哈，真好笑
讲个笑话
我喜欢这个应用
现在几点了？
文档现在看起来不错
谢谢你的修改
收到
可以问你一个问题吗？
明白了
我考虑一下
我马上回来
我一次能启动几个任务？`,
}
