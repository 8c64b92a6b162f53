package com.example.unsecured;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;

/** An application without Spring Security, for tests of other things. Outside the package that the other application scans. */
@Configuration
@EnableAutoConfiguration(
        exclude = {
            ReactiveWebSecurityAutoConfiguration.class,
            ReactiveManagementWebSecurityAutoConfiguration.class,
            ReactiveUserDetailsServiceAutoConfiguration.class
        })
@RestController
public class UnsecuredApplication {

    /** What a circuit breaker falls back to. */
    @RequestMapping("/fallback")
    String fallback(ServerWebExchange exchange) {
        Throwable error = exchange.getAttribute(ServerWebExchangeUtils.CIRCUITBREAKER_EXECUTION_EXCEPTION_ATTR);
        Throwable cause = error;
        while (cause != null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String name = cause == null ? "nothing" : cause.getClass().getSimpleName();
        return "fallback after " + (name.contains("Connect") ? "ConnectException" : name);
    }
}
