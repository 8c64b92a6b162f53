package dev.larder.gatling;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.dummy;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rendezVous;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.function.Function;

/** All clients ask for one cold URL at once, and again when its answer has expired: the origin must be asked once each time. */
public class Stampede extends LoadScenario {

    private static final String ROUND = "round";
    private static final String ASKED = "asked";

    @Override
    PopulationBuilder population(Settings settings, Audit audit) {
        int users = settings.users(100);
        int rounds = (int) settings.whole("rounds", 3, 1, 1_000);
        long lifetime = settings.whole("lifetime", 3, 0, 3_600);
        var target = Call.get(settings.path("path", "/items-stampede/1?latency=200&max-age=" + lifetime));
        var run = "run=" + System.nanoTime() + "-";
        var asking = Asking.of(settings.baseUrl(), audit);
        Function<Session, Call> call = session -> target.marked(run + session.getInt(ROUND));
        var cold = meet("cold", users, asking, call);
        var expired = pause(Duration.ofSeconds(lifetime).plusMillis(500)).exec(meet("expired", users, asking, call));
        return scenario("stampede")
                .exec(repeat(rounds, ROUND).on(lifetime > 0 ? cold.exec(expired) : cold))
                .injectOpen(atOnceUsers(users));
    }

    /** All ask when all are here; when all are answered, one looks at the answers. */
    private ChainBuilder meet(String kind, int users, Asking asking, Function<Session, Call> call) {
        var crowds = new Crowds(kind);
        report(crowds::summary);
        var telling = asking.andThen(crowds::add);
        return rendezVous(users)
                .exec(session -> telling.next(session, call.apply(session)))
                .exec(telling.send())
                .rendezVous(users)
                .exec(session -> crowds.asked(call.apply(session).target())
                        .map(times -> session.set(ASKED, times))
                        .orElseGet(() -> session.remove(ASKED)))
                .exec(doIf(session -> session.contains(ASKED))
                        .then(exec(dummy("origin asked once for what was " + kind, 0)
                                .withSuccess(session -> session.getLong(ASKED) == 1))));
    }
}
