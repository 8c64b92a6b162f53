package dev.larder.gatling;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.dummy;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rendezVous;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import java.time.Duration;

/** All clients ask for one cold URL at once, and again when its answer has expired: the origin must be asked once each time. */
public class CacheStampede extends LoadScenario {

    private static final String ASKED = "asked";

    @Override
    PopulationBuilder population(ScenarioSettings settings, ResponseVerifier audit) {
        int users = settings.users(100);
        int rounds = (int) settings.whole("rounds", 3, 1, 100);
        long lifetime = settings.whole("lifetime", 3, 0, 3_600);
        var target = LoadRequest.get(settings.path("path", "/items-stampede/1?latency=200&max-age=" + lifetime));
        var run = "run=" + System.nanoTime() + "-";
        var asking = RequestSender.of(settings.baseUrl(), audit);
        var cold = new StampedeResults("cold");
        var expired = new StampedeResults("expired");
        report(cold::summary);
        var all = scenario("stampede");
        for (int round = 0; round < rounds; round++) {
            var call = target.marked(run + round);
            all = all.exec(meet(cold, users, asking, call));
            if (lifetime > 0) {
                all = all.exec(pause(Duration.ofSeconds(lifetime).plusMillis(500)))
                        .exec(meet(expired, users, asking, call));
            }
        }
        if (lifetime > 0) {
            report(expired::summary);
        }
        return all.injectOpen(atOnceUsers(users));
    }

    /**
     * All ask when all are here; when all are answered, one looks at the answers. The clients meet once at each of these places,
     * afterwards it lets everybody pass.
     */
    private static ChainBuilder meet(StampedeResults crowds, int users, RequestSender asking, LoadRequest call) {
        var telling = asking.andThen(crowds::add);
        return rendezVous(users)
                .exec(session -> telling.next(session, call))
                .exec(telling.send())
                .rendezVous(users)
                .exec(session -> crowds.asked(call.target())
                        .map(times -> session.set(ASKED, times))
                        .orElseGet(() -> session.remove(ASKED)))
                .exec(doIf(session -> session.contains(ASKED))
                        .then(exec(dummy("origin asked once for what was " + crowds.kind(), 0)
                                .withSuccess(session -> session.getLong(ASKED) <= 1))));
    }
}
