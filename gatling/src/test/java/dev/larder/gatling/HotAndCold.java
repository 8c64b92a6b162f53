package dev.larder.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.during;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;

/**
 * Steady load from clients that each wait for one answer before the next request: a few hot resources, a cold rest
 * and a share of writes that make hot ones wrong. Fails if any request fails; prints the hit ratio of the reads.
 */
public class HotAndCold extends Simulation {

    private static final String CACHE_STATUS = "cacheStatus";

    private final LoadSettings settings = LoadSettings.fromSystemProperties();
    private final HitTally tally = new HitTally();

    /** Wires the scenario from the system properties of the run. */
    public HotAndCold() {
        var traffic = feed(new HotAndColdTraffic(settings.seed(), settings.writeShare()));
        var client =
                scenario("hot and cold").exec(during(settings.duration(), false).on(traffic.exec(request())));
        setUp(client.injectOpen(atOnceUsers(settings.users())))
                .protocols(http.baseUrl(settings.baseUrl().toString()).shareConnections())
                .assertions(
                        global().failedRequests().count().is(0L),
                        global().allRequests().count().gt(0L));
    }

    @Override
    public void before() {
        System.out.println("Traffic: " + settings);
    }

    @Override
    public void after() {
        System.out.println(tally.summary());
    }

    private ChainBuilder request() {
        return doIfOrElse(session -> session.getBoolean("write")).then(write()).orElse(read());
    }

    private ChainBuilder read() {
        return exec(http("read")
                        .get("#{path}")
                        .check(
                                status().is(200),
                                header("Cache-Status").withDefault("").saveAs(CACHE_STATUS)))
                .exec(this::count);
    }

    private static ChainBuilder write() {
        return exec(http("write")
                .put("#{path}")
                .header("Content-Type", "application/json")
                .body(StringBody("{\"name\":\"Somebody Else\",\"skills\":[1]}"))
                .check(status().is(200)));
    }

    private Session count(Session session) {
        if (session.contains(CACHE_STATUS)) {
            tally.add(session.getString(CACHE_STATUS));
        }
        return session.remove(CACHE_STATUS);
    }
}
