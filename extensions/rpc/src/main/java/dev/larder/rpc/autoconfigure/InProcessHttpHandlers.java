package dev.larder.rpc.autoconfigure;

import dev.larder.rpc.InProcessHttpHandler;
import java.util.Optional;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementServerProperties;
import org.springframework.boot.webflux.autoconfigure.WebFluxProperties;
import org.springframework.boot.webflux.autoconfigure.WebHttpHandlerBuilderCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;

/**
 * Creates entry points with the complete chain of HTTP requests, as Spring Boot builds the handlers of its servers: decorators,
 * forwarded fields, sessions, observations, web filters and exception handlers; plus one filter behind them.
 */
final class InProcessHttpHandlers {

    private InProcessHttpHandlers() {}

    /** Creates the entry point of the application's server. */
    static InProcessHttpHandler ofApplication(ApplicationContext context, WebFilter last) {
        Optional<WebFluxProperties> settings = Optional.ofNullable(
                context.getBeanProvider(WebFluxProperties.class).getIfAvailable());
        WebHttpHandlerBuilder builder = WebHttpHandlerBuilder.applicationContext(context);
        settings.map(WebFluxProperties::getDefaultHtmlEscape).ifPresent(builder::defaultHtmlEscape);
        context.getBeanProvider(WebHttpHandlerBuilderCustomizer.class)
                .orderedStream()
                .forEach(customizer -> customizer.customize(builder));
        return door(builder, last, settings.map(WebFluxProperties::getBasePath));
    }

    /** Creates the entry point of a separate management server. */
    static InProcessHttpHandler ofManagement(ApplicationContext context, WebFilter last) {
        return door(
                WebHttpHandlerBuilder.applicationContext(context),
                last,
                Optional.ofNullable(context.getBeanProvider(ManagementServerProperties.class)
                                .getIfAvailable())
                        .map(ManagementServerProperties::getBasePath));
    }

    private static InProcessHttpHandler door(WebHttpHandlerBuilder builder, WebFilter last, Optional<String> basePath) {
        return new InProcessHttpHandler(builder.filters(all -> all.add(last)).build(), basePath.orElse(""));
    }
}
