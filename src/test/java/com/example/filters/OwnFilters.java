package com.example.filters;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.factory.GatewayFilterFactory;
import org.springframework.cloud.gateway.filter.factory.rewrite.ModifyRequestBodyGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.factory.rewrite.ModifyResponseBodyGatewayFilterFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** The route filter {@code Own=name}: filters as other projects write them. */
@Configuration(proxyBeanMethods = false)
public class OwnFilters {

    private static final Map<String, GatewayFilter> ALL = new TreeMap<>();

    static {
        ALL.putAll(RequestFilters.all());
        ALL.putAll(ResponseFilters.all());
        ALL.putAll(FlowFilters.all());
    }

    /** Returns the names of all filters. */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    @Bean
    GatewayFilterFactory<Choice> ownGatewayFilterFactory(
            ModifyRequestBodyGatewayFilterFactory requests, ModifyResponseBodyGatewayFilterFactory responses) {
        GatewayFilter request = requests.apply(config -> config.setRewriteFunction(
                String.class,
                String.class,
                (exchange, text) -> Mono.justOrEmpty(text).map(content -> content.toUpperCase(Locale.ROOT))));
        GatewayFilter response = responses.apply(config -> config.setRewriteFunction(
                String.class,
                String.class,
                (exchange, text) -> Mono.justOrEmpty(text)
                        .map(content -> "<" + content.length() + ">" + content.toUpperCase(Locale.ROOT))));
        GatewayFilter json = responses.apply(
                config -> config.setRewriteFunction(Map.class, Map.class, (exchange, map) -> Mono.justOrEmpty(map)));
        return new OwnGatewayFilterFactory(
                Map.of("modifiesRequest", request, "modifiesResponse", response, "modifiesJson", json));
    }

    /** Names a filter. */
    public static class Choice {

        private String name = "";

        /** Returns the name. */
        public String getName() {
            return name;
        }

        /** Sets the name. */
        public void setName(String name) {
            this.name = name;
        }
    }

    private static final class OwnGatewayFilterFactory extends AbstractGatewayFilterFactory<Choice> {

        private final Map<String, GatewayFilter> ofGateway;

        private OwnGatewayFilterFactory(Map<String, GatewayFilter> ofGateway) {
            super(Choice.class);
            this.ofGateway = ofGateway;
        }

        @Override
        public List<String> shortcutFieldOrder() {
            return List.of("name");
        }

        @Override
        public GatewayFilter apply(Choice choice) {
            GatewayFilter own = ALL.get(choice.getName());
            return own == null ? Objects.requireNonNull(ofGateway.get(choice.getName()), choice.getName()) : own;
        }
    }
}
