package com.example.learning;

import static org.springframework.security.config.Customizer.withDefaults;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity.CsrfSpec;
import org.springframework.security.web.server.SecurityWebFilterChain;

/** Who may see what: reports are for analysts, everything else is for everybody. */
@Configuration(proxyBeanMethods = false)
class ReportAccessConfiguration {

    @Bean
    SecurityWebFilterChain whoMaySeeWhat(ServerHttpSecurity http) {
        return http.csrf(CsrfSpec::disable)
                .httpBasic(withDefaults())
                .authorizeExchange(paths -> paths.pathMatchers("/reports/**")
                        .hasRole("ANALYST")
                        .anyExchange()
                        .permitAll())
                .build();
    }
}
