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
 * Doors with all that requests by HTTP pass through, made as Spring Boot makes the handlers of its servers: decorators of the
 * handler, forwarded fields, sessions, observations, web filters and exception handlers; and one more filter behind them all.
 */
final class InProcessHttpHandlers {

    private InProcessHttpHandlers() {}

    /** Into the application's own server. */
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

    /** Into a management server of its own. */
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
