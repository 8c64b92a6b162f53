package com.example.learning;

import dev.larder.gateway.rule.annotation.CacheRule;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

// README: begin
/** Routes built in Java: all of one locator come under one rule. */
@Configuration(proxyBeanMethods = false)
class ReportRoutes {

    @Bean
    @CacheRule(name = "reports", ttl = "10m")
    RouteLocator reports(RouteLocatorBuilder routes, @Value("${learning.uri}") String uri) {
        return routes.routes()
                .route("reports", route -> route.path("/reports/**").uri(uri))
                .build();
    }
}
// README: end
