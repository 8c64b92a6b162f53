package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.filter.SendingWebHandler;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cloud.gateway.handler.FilteringWebHandler;

/** Replaces Gateway's handler of routes. A handler of the application stays. */
final class SendingHandlerProcessor implements BeanPostProcessor {

    private static final Logger log = LoggerFactory.getLogger(SendingHandlerProcessor.class);

    private final Supplier<SendingWebHandler> handler;

    SendingHandlerProcessor(Supplier<SendingWebHandler> handler) {
        this.handler = handler;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean.getClass() == FilteringWebHandler.class) {
            return handler.get();
        }
        if (bean instanceof FilteringWebHandler && !(bean instanceof SendingWebHandler)) {
            log.warn(
                    "The bean {} takes the place of Gateway's FilteringWebHandler. Filters behind the cache must not change requests:"
                            + " Larder does not see it. Response timeouts count from the first octet of an upload.",
                    name);
        }
        return bean;
    }
}
