package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.filter.PreflightRoutes;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/** Says in one line, once the application is ready, what is cached, where, and how to see it. */
final class StartReport implements ApplicationListener<ApplicationReadyEvent> {

    private static final Logger log = LoggerFactory.getLogger(StartReport.class);
    private static final int NAMED = 5;

    private final ObjectProvider<RouteLocator> routes;
    private final StoreProperties store;
    private final LarderProperties properties;
    private final Environment environment;

    StartReport(
            ObjectProvider<RouteLocator> routes,
            StoreProperties store,
            LarderProperties properties,
            Environment environment) {
        this.routes = routes;
        this.store = store;
        this.properties = properties;
        this.environment = environment;
    }

    /** Nobody waits for the routes: a locator may take its time. */
    @Override
    public void onApplicationEvent(ApplicationReadyEvent ready) {
        routes.ifAvailable(locator -> locator.getRoutes()
                .collectList()
                .subscribe(
                        all -> log.info(
                                "{} Store: {}, {} MB. Other routes: {}. What the cache did with a request is in the field"
                                        + " Cache-Status of its response{}",
                                cached(all.stream()
                                        .filter(PreflightRoutes::isCached)
                                        .map(Route::getId)
                                        .toList()),
                                store.type(),
                                store.maxSize().toMegabytes(),
                                others(properties.forward()),
                                endpoint()),
                        error -> log.debug("The routes are not known.", error)));
    }

    /** Returns what is cached, as a sentence. */
    static String cached(List<String> ids) {
        if (ids.isEmpty()) {
            return "Nothing is cached: no route has the filter Cache.";
        }
        String named = ids.stream().limit(NAMED).collect(Collectors.joining(", "));
        String more = ids.size() > NAMED ? " and " + (ids.size() - NAMED) + " more" : "";
        return "Cached routes: " + named + more + ".";
    }

    private static String others(ForwardSetting forward) {
        return forward.isNative()
                ? "forwarded by Larder (larder.forward="
                        + forward.name().toLowerCase(Locale.ROOT).replace('_', '-') + ")"
                : "as Spring Cloud Gateway forwards them";
    }

    private String endpoint() {
        String exposed = environment.getProperty("management.endpoints.web.exposure.include", "");
        return exposed.contains("larder") || exposed.contains("*")
                ? ", what is stored at the actuator endpoint larder."
                : "; management.endpoints.web.exposure.include=larder shows what is stored.";
    }
}
