package dev.larder.gateway.filter;

import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.describe.UserKeyResolver;
import dev.larder.gateway.exchange.ExchangeReporter;
import dev.larder.gateway.rule.RuleSet;

/**
 * Services that read requests and account for them when they are answered.
 *
 * @param rules rules of requests
 * @param unkeyed fields that are not forwarded because they are not part of keys
 * @param users determines the users of requests
 * @param reporter reports what the cache did
 */
public record RequestServices(RuleSet rules, UnkeyedFields unkeyed, UserKeyResolver users, ExchangeReporter reporter) {}
