package dev.larder.gatling;

import static io.gatling.javaapi.core.CoreDsl.asLongAsDuring;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What all scenarios have in common: clients send calls until there are none left or the time is over, every answer is looked
 * at, and the end is printed. A failed request or a stale body fails the run.
 */
abstract class LoadScenario extends Simulation {

    private final ScenarioSettings settings = ScenarioSettings.ofSystem();
    private final ResponseVerifier audit = new ResponseVerifier();
    private final List<Runnable> preparations = new ArrayList<>();
    private final List<Supplier<String>> lines = new ArrayList<>(List.of(audit::summary));

    /** A wrong setting ends the process with its message alone: the stack of the load generator would hide it. */
    LoadScenario() {
        try {
            setUp(population(settings, audit))
                    .protocols(http.disableCaching()
                            .disableFollowRedirect()
                            .disableUrlEncoding()
                            .userAgentHeader("larder-gatling"))
                    .assertions(
                            global().failedRequests().count().is(0L),
                            global().successfulRequests().count().gt(0L));
        } catch (InvalidSettingException wrong) {
            System.err.println(wrong.getMessage());
            Runtime.getRuntime().exit(2);
            throw wrong;
        }
    }

    /** Who sends what; everything that the scenario is told is read here. */
    abstract PopulationBuilder population(ScenarioSettings settings, ResponseVerifier audit);

    /** One more line for the end of the run. */
    final void report(Supplier<String> line) {
        lines.add(line);
    }

    /** What is done before the first call. */
    final void beforehand(Runnable preparation) {
        preparations.add(preparation);
    }

    /** Clients that share the calls of a supply, each with a connection of its own. */
    static PopulationBuilder clients(
            String name, int users, RequestSupply supply, Duration duration, RequestSender asking) {
        var turn = exec(session ->
                        supply.take().map(call -> asking.next(session, call)).orElseGet(() -> asking.none(session)))
                .exec(asking.send());
        return scenario(name)
                .exec(asLongAsDuring(session -> supply.hasNext(), duration, false)
                        .on(turn))
                .injectOpen(atOnceUsers(users));
    }

    @Override
    public void before() {
        System.out.println(getClass().getSimpleName() + ": " + settings);
        preparations.forEach(Runnable::run);
    }

    @Override
    public void after() {
        lines.forEach(line -> System.out.println(line.get()));
    }
}
