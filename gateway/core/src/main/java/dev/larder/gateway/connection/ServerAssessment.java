package dev.larder.gateway.connection;

import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.reactor.netty.NettyRouteProvider;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.boot.web.server.Compression;
import org.springframework.boot.web.server.reactive.ReactiveWebServerFactory;
import org.springframework.boot.webflux.autoconfigure.WebHttpHandlerBuilderCustomizer;
import org.springframework.core.env.Environment;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.HttpHandlerDecoratorFactory;
import org.springframework.web.server.adapter.ForwardedHeaderTransformer;

/** Determines how early the server allows hits to be answered: everything it does to requests must be known. */
final class ServerAssessment {

    private static final List<String> KNOWN = List.of("org.springframework.", "dev.larder.gateway.");
    private static final String ACCESS_LOG = "reactor.netty.http.server.accessLogEnabled";

    private ServerAssessment() {}

    static HitLevelAssessment of(ListableBeanFactory beans) {
        List<ReactiveWebServerFactory> factories = ApplicationAssessment.all(beans, ReactiveWebServerFactory.class);
        if (factories.size() != 1 || !(factories.get(0) instanceof NettyReactiveWebServerFactory server)) {
            return HitLevelAssessment.CLEAR.atMost(
                    HitLevel.WEB, "The server is not Reactor Netty's, or not the only one.");
        }
        return customized(server)
                .and(routes(beans))
                .and(transformed(beans))
                .and(handlers(beans))
                .and(configured(server, beans.getBean(Environment.class)));
    }

    /** The server's own routes are asked before its handler, by whatever tells requests apart. */
    private static HitLevelAssessment routes(ListableBeanFactory beans) {
        return ApplicationAssessment.all(beans, NettyRouteProvider.class).isEmpty()
                ? HitLevelAssessment.CLEAR
                : HitLevelAssessment.CLEAR.atMost(HitLevel.GATEWAY, "The server has routes of its own.");
    }

    static HitLevelAssessment transformed(ListableBeanFactory beans) {
        return ApplicationAssessment.all(beans, ForwardedHeaderTransformer.class)
                        .isEmpty()
                ? HitLevelAssessment.CLEAR
                : HitLevelAssessment.CLEAR.atMost(
                        HitLevel.WEB, "The application believes forwarded header fields (ForwardedHeaderTransformer).");
    }

    private static HitLevelAssessment customized(NettyReactiveWebServerFactory server) {
        HitLevelAssessment assessment = HitLevelAssessment.CLEAR;
        for (NettyServerCustomizer customizer : server.getServerCustomizers()) {
            if (!ApplicationAssessment.isOf(customizer, KNOWN)) {
                assessment = assessment.atMost(
                        HitLevel.WEB, "The server is customized by " + ApplicationAssessment.name(customizer) + ".");
            }
        }
        return assessment;
    }

    /** Whoever customizes the handler may put filters before all others, or something around them. */
    static HitLevelAssessment handlers(ListableBeanFactory beans) {
        HitLevelAssessment assessment = HitLevelAssessment.CLEAR;
        if (ApplicationAssessment.all(beans, HttpHandlerDecoratorFactory.class).stream()
                        .anyMatch(decorator -> !ApplicationAssessment.isOf(decorator, KNOWN))
                || ApplicationAssessment.all(beans, HttpHandler.class).stream()
                        .anyMatch(handler -> !ApplicationAssessment.isOf(handler, KNOWN))) {
            assessment = assessment.atMost(HitLevel.WEB, "The application has an HttpHandler of its own.");
        }
        for (WebHttpHandlerBuilderCustomizer customizer :
                ApplicationAssessment.all(beans, WebHttpHandlerBuilderCustomizer.class)) {
            if (!ApplicationAssessment.isOf(customizer, KNOWN)) {
                assessment = assessment.atMost(
                        HitLevel.GATEWAY,
                        "The server's handler is customized by " + ApplicationAssessment.name(customizer) + ".");
            }
        }
        return assessment;
    }

    private static HitLevelAssessment configured(NettyReactiveWebServerFactory server, Environment environment) {
        HitLevelAssessment assessment = HitLevelAssessment.CLEAR;
        Compression compression = server.getCompression();
        if (compression != null && compression.getEnabled()) {
            assessment =
                    assessment.atMost(HitLevel.WEB, "The server compresses responses (server.compression.enabled).");
        }
        if (forwards(environment)) {
            assessment = assessment.atMost(
                    HitLevel.WEB, "The server believes forwarded header fields (server.forward-headers-strategy).");
        }
        if (environment.containsProperty("server.netty.max-keep-alive-requests")) {
            assessment = assessment.atMost(
                    HitLevel.WEB, "The server counts requests (server.netty.max-keep-alive-requests).");
        }
        return Boolean.getBoolean(ACCESS_LOG)
                ? assessment.atMost(HitLevel.WEB, "The server writes an access log.")
                : assessment;
    }

    private static boolean forwards(Environment environment) {
        String strategy = environment.getProperty("server.forward-headers-strategy");
        if (strategy != null) {
            return !strategy.equalsIgnoreCase("none");
        }
        CloudPlatform platform = CloudPlatform.getActive(environment);
        return platform != null && platform.isUsingForwardHeaders();
    }
}
